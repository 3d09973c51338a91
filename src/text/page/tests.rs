use proptest::prelude::*;

use super::*;
use crate::text::decode;

/// Returns the texts of the elements of a page and the files that it refers to, in their order.
fn elements(kind: PageKind, page: &str) -> Vec<String> {
    let parts = PageReader::new(kind, page).map(|part| match part {
        PagePart::Element(element) => element.text.as_str().trim_end().to_owned(),
        PagePart::Reference(file) => format!("-> {file}"),
        PagePart::Script(at) => format!("script at {at}"),
        PagePart::Text(_) => String::new(),
    });
    parts.filter(|part| !part.is_empty()).collect()
}

/// A finder that chooses all elements.
struct Everything;

impl RecordFinder for Everything {
    fn choose(&self, element: &Element) -> Option<ChosenText> {
        let text = element.unescaped.as_ref().unwrap_or(&element.text);
        Some((text.clone(), Some((0, "kif"))))
    }

    fn record_lines(&self, _: &str) -> Vec<RecordLines> {
        Vec::new()
    }

    fn line(&self, _: usize) -> u64 {
        1
    }
}

/// Returns a page whose elements are all read.
fn whole_page(kind: PageKind, page: &str) -> Page {
    Page::read(kind, page, &Everything)
}

#[test]
fn elements_of_html_are_found() {
    for (page, expected) in [
        ("<script type=\"text/kifu\">\na\n</script>", &["\na"][..]),
        ("<SCRIPT\n data-ply=2\n TYPE = 'text/kifu' >a</ScRiPt >", &["a"]),
        ("<script type=text/kifu>a</scripts>b</script>", &["a</scripts>b"]),
        ("<script type=\"text/kifu\">a", &["a"]),
        ("<script type=\"text/kifu\">&lt;a&gt;", &["&lt;a&gt;"]),
        ("<script type=\"text/kifu \">a</script>", &[]),
        ("<script type=\"Text/kifu\">a</script>", &[]),
        ("<script data-type=\"text/kifu\">a</script>", &[]),
        ("<script>a</script><scripts type=\"text/kifu\">b</scripts>", &[]),
        (
            "<script type=\"text/kifu\" data-src=\"a&amp;b.kif\"></script>",
            &["-> a&b.kif"],
        ),
        (
            "<script type=\"text/kifu\" data-src=a.kif>b</script>",
            &["-> a.kif", "b"],
        ),
        (
            "<script type=\"text/kifu\" data-kifu=\"a&#10;b\"> \n</script>",
            &["a\nb"],
        ),
        ("<script type=\"text/kifu\" data-kifu=\"a\">b</script>", &["b"]),
        ("<script type=\"text/kifu\"></script>", &[]),
        (
            "<script>\nKifuForJS.load({src: 'a.kif'}); KifuForJS.load({kifu: 'b'})</script>",
            &["-> a.kif", "script at 41"],
        ),
        (
            "<APPLET><PARAM NAME=\"KIFU\" VALUE=\"a.kif\"><param name=\"board\" value=\"b\"></APPLET>",
            &["-> a.kif"],
        ),
        (
            "<param name=FlashVars value='ply=3&amp;kifu=a.kif&amp;x=1'/><params name=kifu value=b>",
            &["-> a.kif"],
        ),
        (
            "<pre>a&lt;b&amp;amp;&#x41;&#65&unknown;&</pre>",
            &["a<b&amp;AA&unknown;&"],
        ),
        (
            "<PRE class=\"x>y\"><code>a<br>b<!-- <pre> --><i>c</i></code></PRE >d",
            &["a\nbc"],
        ),
        (
            "<pre><div>a</div><div>b</div>\n<div>c</div></pre>",
            &["a\nb\n\nc"],
        ),
        ("<pre>a<pre>b</pre>c</pre>", &["ab"]),
        ("<pre>a", &["a"]),
        ("<prefix>a</prefix><p>b</p>", &[]),
        ("<!-- <pre>a</pre> --><pre>b</pre><!--><pre>c</pre>", &["b", "c"]),
        ("<!-- <pre>a</pre>", &[]),
        (
            "<textarea><pre>a</pre></textarea><style><pre>b</pre></style><title><pre>c</pre></title>",
            &[],
        ),
        ("1 < 2 <3 <a b <pre>c</pre>", &["c"]),
        ("<a title=\"<pre>a</pre>\"><a title=\"><pre>b</pre>", &["b"]),
    ] {
        assert_eq!(elements(PageKind::Html, page), expected, "{page}");
    }
}

#[test]
fn the_text_outside_of_the_elements_is_the_last_part() {
    for (kind, page, expected) in [
        (
            PageKind::Html,
            "<div>a&lt;<b>b</b><br>c</div><p>d\n<pre>e</pre>f",
            "a<b\nc\nd\nf",
        ),
        (
            PageKind::Html,
            "<title>a</title><!-- b --><script>c</script>d",
            "d",
        ),
        (PageKind::Markdown, "a\n\n```\nb\n```\n<p>c `d`\n", "a\n\nc \n"),
        (PageKind::Html, "<pre>a</pre>\n", ""),
    ] {
        let texts = PageReader::new(kind, page).filter_map(|part| match part {
            PagePart::Text(text) => Some(text.as_str().to_owned()),
            _ => None,
        });
        assert_eq!(texts.collect::<String>(), expected, "{page:?}");
    }
}

#[test]
fn elements_of_markdown_are_found() {
    for (page, expected) in [
        ("```\na\n```\nb\n```kif 1\nc\n```", &["a", "c"][..]),
        ("~~~ csa\na\n```\n~~~~ \nb", &["a\n```"]),
        ("````\na\n```\n````", &["a\n```"]),
        ("```\na", &["a"]),
        ("   ```\n   a\n     b\n c\n   ```", &["a\n  b\nc"]),
        ("1. x\n\n   ~~~\n   a\n   ~~~\n- ```\n  b\n  ```", &["a", "b"]),
        ("> ```\n> a\n>  b\n> ```\n> c", &["a\n b"]),
        ("> ```\n> a\nb\n", &["a"]),
        ("```\n> a\n```", &["> a"]),
        ("```a```\n`` ``` ``\nb ```\nc", &[]),
        ("``` \r\na\r\n```\r\nb", &["a"]),
        (
            "`<pre>`a ``<script type=\"text/kifu\">`` b\n\n<pre>c\n```\n</pre>\n",
            &["c\n```"],
        ),
        ("a ` b\n\n<pre>c</pre>\n\n` d", &["c"]),
        ("\\`<pre>a</pre>\\` \\<pre>b</pre>", &["a"]),
        ("<!--\n```\na\n```\n-->\n```\nb\n```", &["b"]),
        (
            "text\n<script type=\"text/kifu\">\n```\na</script>",
            &["\n```\na"],
        ),
    ] {
        assert_eq!(elements(PageKind::Markdown, page), expected, "{page:?}");
    }
}

#[test]
fn only_the_page_states_that_a_script_is_a_record() {
    for (kind, page, expected) in [
        (PageKind::Html, "    <script type=\"text/kifu\">a</script>", true),
        (PageKind::Markdown, "<script type=\"text/kifu\">a</script>", true),
        // Four columns make a line of code.
        (
            PageKind::Markdown,
            "    <script type=\"text/kifu\">a</script>",
            false,
        ),
        (PageKind::Html, "<pre>a</pre>", false),
        (PageKind::Markdown, "```kif\na\n```", false),
    ] {
        let is_stated = PageReader::new(kind, page).filter_map(|part| match part {
            PagePart::Element(element) => Some(element.is_stated),
            _ => None,
        });
        assert_eq!(is_stated.collect::<Vec<_>>(), [expected], "{page}");
    }
}

#[test]
fn common_indentation_is_removed() {
    for (page, expected) in [
        ("<pre>\n  a\n    b\n\n  c\n</pre>", "\na\n  b\n\nc"),
        ("<pre>\n\ta\n\t b\n</pre>", "\na\n b"),
        ("<pre>\n\ta\n  b\n</pre>", "\n\ta\n  b"),
        ("<pre>\n　　a\n　b\n</pre>", "\n　a\nb"),
        ("<pre>  a\nb</pre>", "  a\nb"),
    ] {
        assert_eq!(elements(PageKind::Html, page), [expected], "{page:?}");
    }
}

#[test]
fn each_character_has_its_place_in_the_page() {
    let html = "<p>漢</p>\r\n<pre>\r\n  一&lt;二<br>  <b>三</b>\r\n  &#x56DB;五\r\n</pre>六";
    let page = whole_page(PageKind::Html, html);
    let [block] = page.blocks() else {
        panic!("{page:?}")
    };
    let text = decode(html.as_bytes(), None).with_page(page.clone());
    let content = text.part(block.span.clone());
    assert_eq!(content, "\r\n一<二\n三\r\n四五\r\n");
    for (character, expected) in [
        ('一', (3, 3, "一")),
        ('<', (3, 4, "&")),
        ('二', (3, 8, "二")),
        ('三', (3, 18, "三")),
        ('四', (4, 3, "&")),
        ('五', (4, 11, "五")),
    ] {
        let at = block.span.start + content.find(character).unwrap();
        let (line, column) = text.line_column(at);
        let byte = text.source_offset(at) as usize;
        assert_eq!((line, column), (expected.0, expected.1), "{character}");
        assert!(html[byte..].starts_with(expected.2), "{character}");
        assert!(text.line_at(at).contains(expected.2), "{character}");
        assert_eq!(page.offset_in_block(block, byte), at, "{character}");
    }
    // A range ends after its last character, not before the next one.
    let third = block.span.start + content.find('三').unwrap();
    assert_eq!(&html[text.in_file(third..third + 3)], "三");
    let fourth = block.span.start + content.find('四').unwrap();
    assert_eq!(&html[text.in_file(fourth..fourth + 3)], "&#x56DB;");
}

#[test]
fn the_beginning_of_a_text_shows_html() {
    for (text, expected) in [
        ("<!DOCTYPE html>", true),
        ("\u{feff}\n <html>", true),
        ("<?xml version=\"1.0\"?><html>", true),
        ("<script type=\"text/kifu\">", true),
        ("< 1", false),
        ("手合割：平手", false),
        (" | ・", false),
        ("", false),
    ] {
        assert_eq!(PageKind::is_html(text), expected, "{text}");
    }
}

#[test]
fn a_fence_begins_a_line() {
    for (text, expected) in [
        ("a\n```\n", Some(2)),
        ("~~~", Some(0)),
        ("a\r\n > ```", Some(6)),
        ("a ```", None),
        ("``", None),
    ] {
        assert_eq!(PageKind::first_fence(text), expected, "{text}");
    }
}

/// Generates texts of the characters and words that matter in pages.
fn page_text() -> impl Strategy<Value = String> {
    let words = [
        "<",
        ">",
        "&",
        ";",
        "\"",
        "'",
        "=",
        "/",
        "!",
        "-",
        "`",
        "~",
        "\\",
        " ",
        "\n",
        "\r",
        "\t",
        "　",
        "歩",
        "a",
        "1",
        "#",
        "```",
        "~~~",
        "<!--",
        "-->",
        "<pre>",
        "</pre>",
        "<br>",
        "<script type=\"text/kifu\">",
        "</script>",
        "<script type='text/kifu' data-src=x data-kifu='&#9650;'>",
        "&lt;",
        "&#65;",
        "> ",
        "- ",
        "<textarea>",
        "</textarea>",
        "<param name=kifu value=a>",
        "<script>Kifu.load(",
        "    ",
        "\n\n",
    ];
    prop::collection::vec(prop::sample::select(words.to_vec()), 0..60).prop_map(|words| words.concat())
}

proptest! {
    #[test]
    fn any_text_is_a_page(text in page_text(), is_html in any::<bool>()) {
        let kind = if is_html { PageKind::Html } else { PageKind::Markdown };
        let page = whole_page(kind, &text);
        let decoded = decode(text.as_bytes(), Some(crate::text::UTF_8)).with_page(page.clone());
        prop_assert_eq!(decoded.as_str(), text.as_str());
        let mut end = text.len();
        for block in page.blocks() {
            prop_assert!(block.span.start >= end && block.span.start < block.span.end);
            prop_assert!(block.place.start < block.place.end && block.place.end <= text.len());
            end = block.span.end;
            for (offset, character) in decoded.part(block.span.clone()).char_indices() {
                let at = block.span.start + offset;
                let place = decoded.in_file(at..at + character.len_utf8());
                prop_assert!(block.place.start <= place.start && place.end <= block.place.end);
                let written = &text[place.clone()];
                prop_assert!(
                    written.chars().eq([character]) || written.starts_with('&') || written.starts_with('<'),
                    "{:?} {:?}", character, written
                );
            }
        }
    }
}
