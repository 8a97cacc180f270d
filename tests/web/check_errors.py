#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every error has a text in each of its languages, with the same arguments named in it; so has every reason why a game
is over.

  check_errors.py SOURCE_ROOT      prints TAP

The codes and the English texts of errors are those of the public headers; web/src/i18n/errors/en.ts is made from them.
The reasons are those that the sources define as a flank_reason; TypeScript itself demands from every language what
web/src/i18n/en/ has.
"""
import glob
import os
import re
import sys

ROOT = sys.argv[1]
FOLDER = os.path.join(ROOT, "web/src/i18n/errors")
sys.path.insert(0, os.path.join(ROOT, "tools"))
import error_texts  # noqa: E402

LANGUAGES = "zh-Hant", "zh-Hans", "ja", "tr"
ENTRY = re.compile(r"^  (\w+): '((?:[^'\\]|\\.)*)',$", flags=re.M)


def texts_of(path):
    with open(path, encoding="utf-8") as file:
        return {code: re.sub(r"\\(.)", r"\1", text) for code, text in ENTRY.findall(file.read())}


def own_texts():
    """The texts of the page itself, beside those of the engine."""
    return texts_of(os.path.join(FOLDER, "index.ts"))


def arguments(text):
    """The arguments that a text names; the s of a plural is English."""
    return sorted(set(re.findall(r"\{\d\}", text)))


def has_words(text):
    return re.search(r"[^\W\d_]{2}", re.sub(r"\{\ds?\}", "", text))


def wrong_with(language, english):
    texts = texts_of(os.path.join(FOLDER, language + ".ts"))
    wrong = [f"{code} has no text" for code in english if code not in texts]
    wrong += [f"{code} is no code" for code in texts if code not in english]
    both = [code for code in english if code in texts]
    wrong += [f"{code}: {texts[code]}" for code in both if arguments(texts[code]) != arguments(english[code])]
    return wrong + [f"{code} is English" for code in both if texts[code] == english[code] and has_words(texts[code])]


def reasons():
    """{code: its texts} of every flank_reason in src/."""
    found = {}
    for path in glob.glob(os.path.join(ROOT, "src/**/*.c"), recursive=True):
        with open(path, encoding="utf-8") as file:
            for code, text in re.findall(r'flank_reason \w+ = \{"(\w+)", "([^"]*)"\}', file.read()):
                found.setdefault(code, set()).add(text)
    return found


def wrong_with_reasons():
    with open(os.path.join(ROOT, "web/src/i18n/en/play.ts"), encoding="utf-8") as file:
        shown = set(re.findall(r"'play\.reason\.([A-Z]\w*)'", file.read()))
    known = reasons()
    return [f"{code} has no play.reason text" for code in known if code not in shown] + \
           [f"play.reason.{code} is no reason" for code in shown if code not in known] + \
           [f"{code} has several texts: {texts}" for code, texts in known.items() if len(texts) > 1] + \
           ([] if known else ["no reason was found: have they another form now?"])


class Tap:
    """Prints the outcome of tests, with what is wrong."""

    def __init__(self, count):
        self.number, self.failed = 0, False
        print(f"1..{count}")

    def test(self, name, wrong):
        self.number += 1
        self.failed |= bool(wrong)
        print(f"{'not ' if wrong else ''}ok {self.number} - {name}")
        for line in wrong:
            print(f"#   {line}")


def main():
    listed = error_texts.errors(ROOT)
    with open(os.path.join(FOLDER, "en.ts"), encoding="utf-8") as file:
        same = file.read() == error_texts.typescript(listed)
    english = {**listed, **own_texts()}
    tap = Tap(3 + len(LANGUAGES))
    tap.test("en.ts is what tools/error_texts.py makes", [] if same else ["tools/error_texts.py . > web/src/i18n/errors/en.ts"])
    tap.test(f"codes were found: {len(english)}", [] if len(english) >= 200 else ["too few: has the list another form now?"])
    tap.test("the page has a text for every reason why a game is over", wrong_with_reasons())
    for language in LANGUAGES:
        tap.test(f"{language} has a text of its own for every code", wrong_with(language, english))
    return tap.failed


sys.exit(main())
