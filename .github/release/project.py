"""The facts about the project that release scripts need. They are read from Cargo.toml."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = tomllib.loads((ROOT / "Cargo.toml").read_text("utf-8"))["package"]
NAME, VERSION, REPOSITORY = PACKAGE["name"], PACKAGE["version"], PACKAGE["repository"]
OWNER = re.fullmatch(rf"https://github\.com/([\w.-]+)/{NAME}", REPOSITORY)[1]
IS_OWNER_SET = OWNER != "OWNER"
# The account in addresses of sites, in names of npm packages and of images, which have no capital letters.
ACCOUNT = OWNER.lower() if IS_OWNER_SET else OWNER
# The address of the site, which GitHub derives from the repository. The documentation is in a folder of the site.
SITE = f"https://{ACCOUNT}.github.io/{NAME}/"
DOCS = f"{SITE}docs/"
TAG = f"v{VERSION}"
