"""Tests of the release scripts, without an account and without the network. `.github/release/check` runs them."""

import importlib.machinery
import importlib.util
import json
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
import unittest
from pathlib import Path

from project import NAME, OWNER, PACKAGE, REPOSITORY, ROOT, SITE, TAG, VERSION

try:
    import yaml
except ImportError:
    yaml = None


def script(name: str):
    """Returns a script of this folder as a module."""
    path = str(Path(__file__).with_name(name))
    loader = importlib.machinery.SourceFileLoader(name, path)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    sys.modules[name] = module
    loader.exec_module(module)
    return module


sys.dont_write_bytecode = True
licences, manifests, prepare, site = map(script, ("licences", "manifests", "prepare", "site"))


class Licences(unittest.TestCase):
    def test_the_allowed_alternative_is_chosen(self):
        package = lambda expression: licences.Package("p", "1", expression)
        for expression, allowed, expected in [
            ("MIT OR Apache-2.0", {"MIT", "Apache-2.0"}, ["MIT"]),
            ("MIT/Apache-2.0", {"Apache-2.0"}, ["Apache-2.0"]),
            ("(MIT OR Apache-2.0) AND Unicode-3.0", {"MIT", "Unicode-3.0"}, ["MIT", "Unicode-3.0"]),
            ("Apache-2.0 WITH LLVM-exception OR MPL-2.0", {"Apache-2.0 WITH LLVM-exception"}, ["Apache-2.0 WITH LLVM-exception"]),
        ]:
            self.assertEqual(licences.choose(package(expression), allowed), expected, expression)
        for expression in ("GPL-3.0", "MIT AND GPL-3.0", ""):
            with self.assertRaises(SystemExit):
                licences.choose(package(expression), {"MIT"})

    def test_every_artefact_has_the_texts_of_its_packages(self):
        for target, manifest, package in [
            ("x86_64-unknown-linux-musl", "Cargo.toml", "clap"),
            ("aarch64-pc-windows-msvc", "Cargo.toml", "wild"),
            ("wasm32-unknown-unknown", "src/page/module/Cargo.toml", "qrcode"),
            ("x86_64-unknown-linux-gnu", "python/Cargo.toml", "pyo3"),
            ("x86_64-unknown-linux-musl", "python/Cargo.toml", "pyo3"),
            ("wasm32-unknown-unknown", "npm/module/Cargo.toml", "serde_json"),
        ]:
            if not (ROOT / manifest).exists() and manifest.startswith("npm/"):
                continue
            text = licences.run(
                ".github/release/licences", "--target", target, "--manifest-path", manifest
            )
            self.assertRegex(text, rf"(?m)^{package} \d\S*: MIT")
            self.assertRegex(text, r"(?m)^Rust standard library \S+: MIT")
            is_musl, is_program = target.endswith("-musl"), manifest == "Cargo.toml"
            for line in ("musl 1.2: MIT", "LLVM libunwind .*: Apache-2.0 WITH LLVM-exception", "LLVM compiler-rt .*: Apache-2.0 WITH LLVM"):
                self.assertEqual(bool(re.search(f"(?m)^{line}", text)), is_musl and is_program, (target, manifest))
            self.assertEqual("\nlibgcc GCC: GPL" in text, is_musl and not is_program)
            # Tests, build scripts and macros are not part of a build.
            self.assertNotRegex(text, r"(?m)^(proptest|divan|syn|serde_derive) ")
            own, listed, *blocks = re.split(r"\n={100}\n\n", text)
            rows = re.findall(r"(?m)^(\S.* [\dG][^\s:]*): ", listed)
            self.assertGreater(len(rows), 50)
            users = {user for block in blocks for user in block.partition(":\n")[0].split(", ")}
            self.assertEqual(set(rows) - users, set())
            self.assertFalse([block[:80] for block in blocks if len(block) < 200])


class Prepared(unittest.TestCase):
    def test_cargo_toml_has_the_one_address(self):
        prepare.write_address(is_check=True)

    def test_an_address_is_replaced_wherever_it_occurs(self):
        for text, expected in [
            ("https://github.com/a/kifu/issues", "https://github.com/Club-X/kifu/issues"),
            ("uses: a-b/kifu@main", "uses: Club-X/kifu@main"),
            ("attestation verify FILE --repo a/kifu", "attestation verify FILE --repo Club-X/kifu"),
            # Names of packages, sites and images have no capital letters.
            ('"@a/kifu": "1"', '"@club-x/kifu": "1"'),
            ("https://a.github.io/kifu/docs", "https://club-x.github.io/kifu/docs"),
            ("ghcr.io/a/kifu:1", "ghcr.io/club-x/kifu:1"),
            ("https://github.com/a/kifu-tools and a/kifu", "https://github.com/a/kifu-tools and a/kifu"),
        ]:
            self.assertEqual(prepare.with_address(text, "Club-X", "club-x"), expected)
        self.assertEqual(prepare.ACCOUNT, OWNER.lower() if prepare.IS_OWNER_SET else OWNER)

    def test_no_other_place_has_the_placeholder(self):
        explaining = {ROOT / "Cargo.toml", ROOT / "docs/releasing.md"}
        for path, text in prepare.tracked_texts():
            if path not in explaining and path.parent != ROOT / ".github/release":
                self.assertNotRegex(prepare.with_address(text, "x", "x"), r"\bOWNER\b", path)

    def test_links_of_a_readme_are_absolute(self):
        page = "[a](docs/ci.md#x) [b](#y) [c](https://z) ![d](docs/report.png) [e](examples/)\n```\n[f](docs/ci.md)\n```\n"
        base = f"{REPOSITORY}/%s/{TAG}"
        expected = (
            f"[a]({base % 'blob'}/docs/ci.md#x) [b](#y) [c](https://z) ![d]({base % 'raw'}/docs/report.png) "
            f"[e]({base % 'tree'}/examples)\n```\n[f](docs/ci.md)\n```\n"
        )
        self.assertEqual(prepare.absolute(page), expected)
        with self.assertRaises(SystemExit):
            prepare.absolute("[a](docs/missing.md)")
        for name in prepare.READMES:
            prepare.absolute((ROOT / name).read_text("utf-8"))

    def test_the_pages_of_packages_have_no_relative_links(self):
        # The wheels and the npm package have these files as they are.
        for name in ("python/README.md", "npm/README.md"):
            text = prepare.BLOCK.sub("", (ROOT / name).read_text("utf-8"))
            self.assertEqual([target for _, _, target in prepare.LINK.findall(text) if not re.match("#|https:", target)], [], name)

    def test_an_archive_has_its_pages_without_relative_links(self):
        folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, folder)
        prepare.write_archive(folder)
        self.assertEqual({path.name for path in folder.iterdir()}, set(prepare.ARCHIVED))
        for path in folder.glob("*.md"):
            text = prepare.BLOCK.sub("", path.read_text("utf-8"))
            links = [target for target in re.findall(r"\]\(([^)\s]+)\)", text) if not re.match("#|https:", target)]
            self.assertEqual(links, [], path.name)
            self.assertIn(f"{REPOSITORY}/blob/{TAG}/docs/", text)

    def test_the_statements_that_there_is_no_release_are_found(self):
        for text, expected in [
            ("There is no release on npm yet. In a clone", "no release on npm yet"),
            ("There are no releases\nyet, so build it", "no releases\nyet"),
            ("Releases will contain a zip file", "Releases will"),
            ("npmにはまだ公開していません。", "npmにはまだ公開して"),
            ("There are no releases of it. It is not yet complete.", None),
            ("A release has no wheels for this system. Yet", None),
        ]:
            match = prepare.UNRELEASED.search(text)
            self.assertEqual(match and match[0], expected)
        # Before the first release, each README has such a statement, and after it, none has one.
        readmes = {path for path, _ in prepare.tracked_texts() if re.fullmatch(r"(npm/|python/)?README(\.ja)?\.md", path.relative_to(ROOT).as_posix())}
        self.assertEqual(len(readmes), 4)
        self.assertIn(readmes & {path for path, _ in prepare.unreleased_statements()}, (readmes, set()))

    def test_a_version_is_written_with_its_date(self):
        for name, text, expected in [
            ("CHANGELOG.md", "# Changelog\n\n## [Unreleased]\n\n## [1.0.0] - 2026-01-01\n", "# Changelog\n\n## [1.1.0] - 2027-02-03\n\n## [1.0.0] - 2026-01-01\n"),
            ("CHANGELOG.md", "## [1.1.0]\n", "## [1.1.0] - 2027-02-03\n"),
            ("CITATION.cff", "version: 1.0.0\nlicense: MIT\n", "version: 1.1.0\ndate-released: 2027-02-03\nlicense: MIT\n"),
            ("CITATION.cff", "version: 1.0.0\ndate-released: 2026-01-01\n", "version: 1.1.0\ndate-released: 2027-02-03\n"),
            ("Cargo.toml", '[package]\nversion = "1.0.0"\nrust-version = "1.9"\n', '[package]\nversion = "1.1.0"\nrust-version = "1.9"\n'),
            ("npm/package.json", '{\n  "version": "1.0.0",\n', '{\n  "version": "1.1.0",\n'),
            (
                "npm/package-lock.json",
                '  "name": "@a/kifu",\n  "version": "1.0.0",\n  "": {\n   "name": "@a/kifu",\n   "version": "1.0.0"\n  "version": "1.0.0"\n',
                '  "name": "@a/kifu",\n  "version": "1.1.0",\n  "": {\n   "name": "@a/kifu",\n   "version": "1.1.0"\n  "version": "1.0.0"\n',
            ),
        ]:
            written = prepare.with_version(name, text, "1.1.0", "2027-02-03")
            self.assertEqual(written, expected)
            self.assertEqual(re.search(prepare.VERSIONS[name], written, re.MULTILINE)[1], "1.1.0")
            if name in prepare.DATES:
                self.assertEqual(re.search(prepare.DATES[name], written, re.MULTILINE)[1], "2027-02-03")
        with self.assertRaises(SystemExit):
            prepare.with_version("CHANGELOG.md", "## [1.0.0] - 2026-01-01\n", "1.1.0", "2027-02-03")

    def test_all_files_have_the_same_version(self):
        self.assertEqual(set(prepare.versions().values()), {VERSION})

    def test_all_builds_have_the_same_versions_of_packages(self):
        self.assertEqual(prepare.differing_locks(), [], "run .github/release/prepare locks")

    def test_versions_are_compared_with_those_that_can_replace_them(self):
        file = Path(tempfile.mkdtemp()) / "Cargo.lock"
        self.addCleanup(shutil.rmtree, file.parent)
        entry = '[[package]]\nname = "%s"\nversion = "%s"\n%s\n'
        rows = [("a", "1.2.3"), ("a", "2.0.0"), ("b", "0.3.1"), ("b", "0.0.4"), ("own", "1.0.0")]
        file.write_text("".join(entry % (*row, "" if row[0] == "own" else 'source = "registry"') for row in rows))
        expected = {("a", "1"): "1.2.3", ("a", "2"): "2.0.0", ("b", "0.3"): "0.3.1", ("b", "0.0.4"): "0.0.4"}
        self.assertEqual(prepare.locked(file), expected)

    def test_a_wrong_tag_is_refused(self):
        with self.assertRaises(SystemExit) as refusal:
            prepare.check_tag("v999.0.0")
        self.assertIn("the tag is v999.0.0", str(refusal.exception))


class Manifests(unittest.TestCase):
    def setUp(self):
        groups = (manifests.LINUX, manifests.MACOS, manifests.WINDOWS)
        archives = [manifests.archive(target) for group in groups for target in group.values()]
        self.sums = {name: f"{number:064x}" for number, name in enumerate(archives, 10)}
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.list = self.folder / "SHA256SUMS"
        self.list.write_text("".join(f"{value}  {name}\n" for name, value in self.sums.items()))
        manifests.write(manifests.read_sums(self.list), self.folder)

    def text(self, name: str) -> str:
        return (self.folder / name).read_text("utf-8")

    def test_release_yml_makes_the_archives(self):
        release = (ROOT / ".github/workflows/release.yml").read_text("utf-8")
        build = release[release.index("\n  build:") : release.index("\n  wheels:")]
        groups = (manifests.LINUX, manifests.MACOS, manifests.WINDOWS)
        targets = {target for group in groups for target in group.values()}
        self.assertEqual(set(re.findall(r"target: ([\w-]+) ", build)), targets)
        action = (ROOT / "action.yml").read_text("utf-8")
        self.assertEqual(set(re.findall(r"target=([\w-]+) ;;", action)), targets)

    def test_every_checksum_is_that_of_its_archive(self):
        found = {}
        for path in self.folder.rglob("*"):
            if path.is_file() and path != self.list:
                text = path.read_text("utf-8")
                for name, value in self.sums.items():
                    found[name] = found.get(name, 0) + text.lower().count(value)
        self.assertTrue(all(found.values()), found)
        formula = self.text(f"homebrew/{NAME}.rb")
        for name, value in re.findall(r'/([\w.-]+\.tar\.gz)"\s+sha256 "(\w+)"', formula):
            self.assertEqual(value, self.sums[name])

    def test_a_missing_archive_is_refused(self):
        self.list.write_text("\n".join(self.list.read_text().splitlines()[1:]))
        with self.assertRaises(SystemExit):
            manifests.read_sums(self.list)

    def test_scoop_is_json(self):
        scoop = json.loads(self.text(f"scoop/{NAME}.json"))
        self.assertEqual(scoop["architecture"]["arm64"]["hash"], self.sums[manifests.archive("aarch64-pc-windows-msvc")])
        self.assertIn("v$version", scoop["autoupdate"]["architecture"]["64bit"]["url"])

    @unittest.skipUnless(yaml, "no PyYAML")
    def test_winget_is_yaml(self):
        for path in (self.folder / "winget").iterdir():
            manifest = yaml.safe_load(path.read_text("utf-8"))
            self.assertEqual((manifest["PackageIdentifier"], str(manifest["PackageVersion"])), (f"{OWNER}.{NAME}", VERSION))
            for installer in manifest.get("Installers", []):
                name = installer["InstallerUrl"].rpartition("/")[2]
                self.assertEqual(installer["InstallerSha256"], self.sums[name].upper())

    def test_pkgbuild_is_bash_and_agrees_with_srcinfo(self):
        build = self.folder / "aur/PKGBUILD"
        command = f'source "{build}"; printf "%s\\n" "$pkgver" "${{source_x86_64[@]}}" "${{sha256sums_aarch64[@]}}"; CARCH=x86_64; declare -f package'
        version, source, sum_, *_ = subprocess.run(
            ["bash", "-euc", command], check=True, capture_output=True, encoding="utf-8"
        ).stdout.splitlines()
        self.assertEqual(version, VERSION)
        listed = self.text("aur/.SRCINFO")
        self.assertIn(f"\tsource_x86_64 = {source}\n", listed)
        self.assertIn(f"\tsha256sums_aarch64 = {sum_}\n", listed)

    def test_the_image_has_a_folder_for_temporary_files(self):
        dockerfile = self.text("docker/Dockerfile")
        first, second = dockerfile.split("FROM scratch\n")
        self.assertIn("mkdir -m 1777 /root-of-image/tmp", first)
        self.assertIn("COPY --from=download /root-of-image /\n", second)
        script = re.search(r"(?s)RUN (.*)", first)[1]
        subprocess.run(["sh", "-n", "-c", script], check=True)

    @unittest.skipUnless(shutil.which("ruby"), "no Ruby")
    def test_the_formula_is_ruby(self):
        subprocess.run(["ruby", "-c", self.folder / f"homebrew/{NAME}.rb"], check=True, capture_output=True)


class Site(unittest.TestCase):
    def test_links_lead_to_pages_of_the_site(self):
        english, japanese = map(site.Source, site.LANGUAGES)
        for source, page, link, expected in [
            (english, "ci.md", "exit-status.md#x", "../exit-status/#x"),
            (english, "ci.md", "rules.md#nifu", "../rules/nifu/"),
            (english, "ci.md", "rules.md", "../rules/"),
            (english, "index.md", "README.ja.md", "ja/"),
            (english, "rules/index.md", "#nifu", "nifu/"),
            (english, "rules/nifu.md", "#double-move", "../double-move/"),
            (english, "rules/nifu.md", "fixing.md", "../../fixing/"),
            (english, "python.md", "python.ja.md#x", "../ja/python/#x"),
            (japanese, "ci.md", "rules.ja.md#nifu", "../rules/nifu/"),
            (japanese, "rules/index.md", "rules.md", "../../rules/"),
            (japanese, "index.md", "README.md", "../"),
            (english, "ci.md", "#x", "#x"),
            (english, "ci.md", "https://a", "https://a"),
            (english, "configuration.md", "kifu.schema.json", "../kifu.schema.json"),
            (english, "ci.md", "../fixtures/README.md#x", f"{REPOSITORY}/blob/{TAG}/fixtures/README.md#x"),
        ]:
            self.assertEqual(source.target(page, link), expected, (page, link))
        with self.assertRaises(SystemExit):
            english.target("ci.md", "missing.md")

    def test_every_page_leads_to_the_other_language(self):
        english, japanese = map(site.Source, site.LANGUAGES)
        for source, page, expected in [
            (english, "index.md", "ja/"),
            (english, "rules/index.md", "../ja/rules/"),
            (english, "rules/nifu.md", "../../ja/rules/nifu/"),
            (english, "python.md", "../ja/python/"),
            (english, "limits.md", "../ja/"),
            (japanese, "index.md", "../"),
            (japanese, "rules/nifu.md", "../../../rules/nifu/"),
            (japanese, "python.md", "../../python/"),
        ]:
            self.assertEqual(source.metadata(page)["other"], expected, page)
        for source, title in (english, "Rules"), (japanese, "規則"):
            self.assertEqual({name for name in source.pages if "above" in source.metadata(name)}, {f"rules/{name}.md" for name in source.rules})
            self.assertEqual(source.metadata("rules/nifu.md")["above"], title)

    def test_the_navigation_has_the_other_pages_of_the_site(self):
        folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, folder)
        addresses = lambda source: [value for entry in source.navigation(folder)[1:] for value in entry.values() if isinstance(value, str)]
        sources = [site.Source(language) for language in site.LANGUAGES]
        self.assertEqual([addresses(source) for source in sources], [[], []])
        for name in ("index.html", "ja/index.html", "conformance/index.html"):
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).touch()
        conformance = f"{SITE}conformance/"
        self.assertEqual([addresses(source) for source in sources], [[SITE, conformance], [f"{SITE}ja/", conformance]])

    def test_every_page_is_part_of_the_site(self):
        for language in site.LANGUAGES:
            source = site.Source(language)
            title = {"en": "# nifu: two pawns on a file\n", "ja": "# nifu：二歩\n"}[language]
            self.assertTrue(source.pages["rules/nifu.md"].startswith(title))
            self.assertEqual({f"rules/{name}.md" for name in source.rules}, {it for it in source.pages if re.match("rules/(?!index)", it)})
            listed = {page for section in source.navigation(Path())[1:] for entries in section.values() for entry in entries for page in entry.values()}
            own = {page for page in source.pages if not page.startswith("rules/") and page != "index.md"}
            self.assertEqual(own - listed, set())

    def test_broken_links_are_found(self):
        folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, folder)
        (folder / "a").mkdir()
        (folder / "index.html").write_text('<h1 id="t"></h1><a href="a/"></a><a href="b/"></a><a href="a/#no"></a><img src="c.png">')
        (folder / "a/index.html").write_text('<a href="../#t"></a><a href="#no"></a><a href="https://x/"></a>')
        found = sorted(line.split(": ", 1)[1] for line in site.broken_links(folder))
        self.assertEqual(found, ["#no: no such heading", "a/#no: no such heading", "b/: no such page", "c.png: no such page"])


class Workflows(unittest.TestCase):
    FILES = [*sorted((ROOT / ".github/workflows").glob("*.yml")), ROOT / "action.yml"]

    def test_actions_are_pinned_to_commits(self):
        commits = {}
        for path in self.FILES:
            for line in re.findall(r"uses: (.*)", path.read_text("utf-8")):
                match = re.fullmatch(r"([\w./-]+)@([0-9a-f]{40}) # (v\d+\.\d+\.\d+)", line)
                self.assertTrue(match, f"{path.name}: {line}")
                self.assertEqual(commits.setdefault(match[1], match.groups()), match.groups(), path.name)

    def test_the_oldest_rust_of_the_library_is_found_in_its_page(self):
        text = (ROOT / ".github/workflows/ci.yml").read_text("utf-8")
        command = re.search(r"version=\$\((sed .*library\.md)\)", text)[1]
        version = licences.run("bash", "-c", command).strip()
        self.assertRegex(version, r"^1\.\d+$")
        numbers = [tuple(map(int, it.split("."))) for it in (version, PACKAGE["rust-version"])]
        self.assertLess(*numbers)

    def jobs(self, name: str) -> dict[str, str]:
        """Returns the jobs of a workflow, without comments."""
        text = (ROOT / ".github/workflows" / name).read_text("utf-8")
        text = re.sub(r"(?m)^ *#.*\n", "", text[text.index("\njobs:\n") :])
        return dict(re.findall(r"(?ms)^  ([\w-]+):\n(.*?)(?=^  [\w-]+:\n|\Z)", text))

    def test_a_job_that_publishes_needs_the_release(self):
        publishing = {}
        for name, job in self.jobs("release.yml").items():
            if re.search(r"cargo publish|npm publish|pypi-publish|deploy-pages|gh release", job):
                publishing[name] = job
        self.assertEqual(set(publishing), {"publish", "crates-io", "pypi", "npm-publish", "site"})
        # Only a push of a tag starts the job `publish`. A workflow that is started by hand can also run on a tag.
        for name, job in publishing.items():
            self.assertRegex(job, r"(?m)^    if: github.event_name == 'push'$" if name == "publish" else r"(?m)^    needs: publish$")
        self.assertNotIn("\n    if: ", self.jobs("release.yml")["collect"])

    def test_the_release_has_the_files_of_all_builds(self):
        def selected(names: list[str], pattern: str) -> set[str]:
            # The patterns of the action: `*`, and alternatives in braces. A `!` or `#` at the start has another meaning.
            self.assertRegex(pattern, r"^[\w{][\w{},*-]*$")
            expression = pattern.translate(str.maketrans({"{": "(", "}": ")", ",": "|", "*": ".*"}))
            return {name for name in names if re.fullmatch(expression, name)}

        uploaded, downloads = [], {}
        for job, text in self.jobs("release.yml").items():
            targets = re.findall(r"target: ([\w-]+)[ ,]", text)
            for step in re.split(r"\n      - ", text):
                value = re.search(r'(?m)^          (?:name|pattern): "?([^"\n]*)', step)
                if "upload-artifact@" in step:
                    uploaded += [value[1].replace("${{ matrix.target }}", it) for it in targets] if "matrix" in value[1] else [value[1]]
                elif "upload-pages-artifact@" in step:
                    uploaded.append("github-pages")
                elif "download-artifact@" in step:
                    downloads[job] = value[1]
        archives = {f"release-{target}" for group in (manifests.LINUX, manifests.MACOS, manifests.WINDOWS) for target in group.values()}
        wheels = {name for name in uploaded if name.startswith("release-wheel-")}
        files = {*archives, *wheels, "release-page", "release-sdist"}
        self.assertEqual((len(archives), len(wheels)), (6, 8))
        self.assertEqual(set(uploaded), {*files, "shared", "github-pages", "npm", "checksums"})
        self.assertEqual(len(uploaded), len(set(uploaded)))
        for job, expected in {
            "build": {"shared"},
            "wheels": {"shared"},
            "collect": files,
            "publish": {*files, "checksums"},
            "pypi": {*wheels, "release-sdist"},
            "npm-publish": {"npm"},
        }.items():
            self.assertEqual(selected(uploaded, downloads.pop(job)), expected, job)
        self.assertEqual(downloads, {})

    def test_npm_publishes_a_file(self):
        for path in [*self.FILES, ROOT / ".github/release/check", ROOT / "docs/releasing.md"]:
            for argument in re.findall(r"npm publish (\S+)", path.read_text("utf-8")):
                # npm takes `a/b` for the name of a repository on GitHub.
                self.assertTrue(argument.startswith("./"), f"{path.name}: {argument}")

    def test_the_page_about_releases_creates_the_labels_of_the_forms(self):
        forms = "".join(path.read_text("utf-8") for path in (ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml"))
        labels = {label for line in re.findall(r"(?m)^labels: \[(.*)\]$", forms) for label in line.split(", ")}
        created = set(re.findall(r"gh label create ([\w-]+)", (ROOT / "docs/releasing.md").read_text("utf-8")))
        # GitHub creates the label `bug` for each repository.
        self.assertEqual(labels, created | {"bug"})

    def test_every_job_has_a_time_limit(self):
        for path in (ROOT / ".github/workflows").glob("*.yml"):
            for name, job in self.jobs(path.name).items():
                self.assertRegex(job, r"(?m)^    timeout-minutes: \d+$", f"{path.name}: {name}")

    def test_a_checkout_keeps_no_token(self):
        for path in self.FILES:
            steps = re.split(r"\n *- ", path.read_text("utf-8"))
            for step in steps:
                if step.startswith("uses: actions/checkout@"):
                    self.assertIn("persist-credentials: false", step, path.name)

    def test_a_program_runs_before_it_is_packed(self):
        build = self.jobs("release.yml")["build"]
        self.assertLess(build.index("--version\n"), build.index("tar czf"))
        # Each program is built on a machine that can run it.
        for os, target in re.findall(r"os: ([\w.-]+), target: ([\w-]+)", build):
            is_arm = os in ("ubuntu-24.04-arm", "windows-11-arm", "macos-latest")
            self.assertEqual(is_arm, target.startswith("aarch64-"), f"{target} on {os}")

    def test_tools_have_one_version(self):
        versions = dict(re.findall(r"(?m)^([\w-]+)==(.*)$", (ROOT / ".github/release/python.txt").read_text("utf-8")))
        release = (ROOT / ".github/workflows/release.yml").read_text("utf-8")
        self.assertEqual(re.findall(r"maturin-version: v(.*)", release), [versions["maturin"]])
        for path in self.FILES:
            for packages in re.findall(r"pip install (.*)", path.read_text("utf-8")):
                self.assertRegex(packages, r"^(-r |'?\./|(python/)?/?dist/|[\w-]+==)", path.name)


class Packages(unittest.TestCase):
    def test_the_package_for_crates_io_has_its_files(self):
        names = licences.run("cargo", "package", "--list", "--allow-dirty", "--offline").split("\n")
        for name in ("README.md", "LICENSE", "CHANGELOG.md", "src/lib.rs", "docs/report.png"):
            self.assertIn(name, names)
        self.assertFalse([name for name in names if name.startswith((".github/", "fixtures/rules", "target/"))])

    def test_the_metadata_are_complete(self):
        for key in ("description", "license", "repository", "homepage", "documentation", "keywords", "categories", "rust-version"):
            self.assertTrue(PACKAGE.get(key), key)
        # Limits of crates.io.
        self.assertLessEqual(len(PACKAGE["keywords"]), 5)
        self.assertLessEqual(len(PACKAGE["categories"]), 5)
        # The limit of Homebrew.
        self.assertLessEqual(len(PACKAGE["description"]), 80)
        project = tomllib.loads((ROOT / "python/pyproject.toml").read_text("utf-8"))["project"]
        self.assertEqual(project["urls"]["Repository"], REPOSITORY)
        binstall = PACKAGE["metadata"]["binstall"]
        values = {"repo": REPOSITORY, "version": VERSION, "name": NAME, "target": "x86_64-unknown-linux-musl", "archive-suffix": ".tar.gz"}
        url = re.sub(r"\{ ([\w-]+) \}", lambda match: values[match[1]], binstall["pkg-url"])
        self.assertEqual(url, f"{manifests.DOWNLOADS}/{manifests.archive(values['target'])}")

    def test_the_hook_checks_the_files_of_all_formats(self):
        formats = (ROOT / "docs/formats.md").read_text("utf-8")
        extensions = {it for line in re.findall(r"(?m)^- extensions: (.*)$", formats) for it in line.replace(".", "").split()}
        # Files with these extensions are often not records, or are training data and books, which are large.
        extensions -= {"json", "db", "ybb", "psv", "hcpe"}
        pattern = re.search(r"files: \\\.\((.*)\)\$", (ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))[1]
        self.assertEqual(set(pattern.split("|")), extensions)


if __name__ == "__main__":
    unittest.main()
