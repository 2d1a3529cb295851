"""Settings hold at once; a key is kept in the keyring or for this session, and a missing keyring is said."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLineEdit

from desktop.station.settings import Settings
from desktop.ui.pages.settings_page import SettingsPage
from desktop.ui.tasks import Tasks
from desktop.vocabulary.events import ExaminerChoice
from desktop.vocabulary.trouble import Trouble
from desktop.vocabulary.waiting import Waiting
from desktop.vocabulary.words import Words
from tests.gui.stage import until

pytestmark = pytest.mark.window
ADDRESS = "http://lab:8000/v1"


class Drawer:
    """Keys in memory; `locked` stands for a machine without a keyring."""

    def __init__(self, locked=False):
        self.locked, self.kept, self.session = locked, {}, {}

    async def read(self, base_url):
        return self.kept.get(base_url) or self.session.get(base_url)

    async def store(self, base_url, key):
        if self.locked:
            raise Trouble("This machine has no keyring.", "Use the key for this session only.")
        self.kept[base_url] = key

    def remember(self, base_url, key):
        self.session[base_url] = key

    async def forget(self, base_url):
        self.kept.pop(base_url, None)


class Nobody:
    """No server is on this computer and none was tried."""

    async def find(self):
        return ()

    async def learned(self, base_url, model):
        return ()


@pytest.fixture
def make(qtbot, theme):
    def make(keys=None, **settings):
        faults = []
        page = SettingsPage(
            theme,
            Settings(language="en", **settings),
            SimpleNamespace(keys=keys or Drawer(), servers=Nobody, local_model=None, known_models=lambda: ()),
            Words(),
            Tasks(faults.append),
            lambda: [("Data directory", "/somewhere")],
        )
        qtbot.addWidget(page)
        page.got = []
        page.changed.connect(page.got.append)
        page.resize(800, 900)
        page.show()
        return page

    return make


def with_endpoint(page):
    page.endpoint.setChecked(True)
    page.server.base_url.setText(ADDRESS)
    page.server.base_url.editingFinished.emit()
    QTest.keyClicks(page.server.key.key, "sk-123")


async def test_an_endpoint_is_chosen_by_address_and_model(make):
    page = make()
    assert not page.server.isVisible()
    page.endpoint.setChecked(True)
    page.server.base_url.setText(ADDRESS)
    page.server.model.setCurrentText("coder")
    page.server.model.lineEdit().editingFinished.emit()
    examiner = page.got[-1].examiner
    assert (examiner.kind, examiner.base_url, examiner.model) == ("endpoint", ADDRESS, "coder")


async def test_a_key_goes_into_the_keyring_and_leaves_the_field(make):
    keys = Drawer()
    page = make(keys)
    with_endpoint(page)
    QTest.mouseClick(page.server.key.keep, Qt.MouseButton.LeftButton)
    await until(lambda: keys.kept)
    await until(lambda: page.server.key.key.text() == "")
    assert keys.kept == {ADDRESS: "sk-123"}
    assert "keyring" in page.server.key.note.text()


async def test_without_a_keyring_the_key_can_be_used_for_this_session(make):
    keys = Drawer(locked=True)
    page = make(keys)
    with_endpoint(page)
    QTest.mouseClick(page.server.key.keep, Qt.MouseButton.LeftButton)
    await until(lambda: "no keyring" in page.server.key.note.text())
    assert page.server.key.key.text() == "sk-123"
    QTest.mouseClick(page.server.key.once, Qt.MouseButton.LeftButton)
    assert keys.session == {ADDRESS: "sk-123"}
    assert page.server.key.key.text() == ""


async def test_a_key_is_never_shown(make):
    assert make().server.key.key.echoMode() is QLineEdit.EchoMode.Password


async def test_looks_and_language_hold_at_once(make):
    page = make(theme="light")
    page.theme.setCurrentIndex(page.theme.findData("dark"))
    page.theme.activated.emit(page.theme.currentIndex())
    page.language.setCurrentIndex(page.language.findData("zh"))
    page.language.activated.emit(1)
    assert (page.got[-1].theme, page.got[-1].language) == ("dark", "zh")


async def test_nothing_is_said_where_nothing_changed(make):
    page = make(theme="light")
    page.theme.activated.emit(page.theme.currentIndex())
    assert page.got == []


async def test_a_model_file_is_chosen_by_its_path(make):
    page = make()
    page.local.setChecked(True)
    assert page.model_file.isVisible()
    assert not page.server.isVisible()
    page.model_file.path.setText("/models/tiny.gguf")
    page.model_file.path.editingFinished.emit()
    examiner = page.got[-1].examiner
    assert (examiner.kind, examiner.model) == ("local", "/models/tiny.gguf")


async def test_the_model_at_the_address_is_kept_while_a_model_file_examines_and_the_other_way_round(make):
    page = make(examiner=ExaminerChoice(kind="endpoint", base_url=ADDRESS, model="coder"))
    page.local.setChecked(True)
    page.model_file.path.setText("/models/tiny.gguf")
    page.model_file.path.editingFinished.emit()
    again = make(**page.got[-1].model_dump(exclude={"language"}))
    assert again.server.model_name() == "coder"
    again.endpoint.setChecked(True)
    chosen = again.got[-1].examiner
    assert (chosen.kind, chosen.base_url, chosen.model) == ("endpoint", ADDRESS, "coder")
    assert make(**again.got[-1].model_dump(exclude={"language"})).model_file.file() == "/models/tiny.gguf"


async def test_how_long_a_server_may_take_is_kept_for_its_address(make):
    page = make(examiner=ExaminerChoice(kind="endpoint", base_url=ADDRESS, model="coder"))
    part = page.server.waiting
    part.set_open(True)
    assert [part.fields[name].text() for name in ("first", "idle", "total", "spread")] == ["300", "75", "1800", "3"]
    for typed, taken in (("99999", 7200), ("0", 1), ("600", 600)):
        part.fields["first"].setText(typed)
        part.fields["first"].editingFinished.emit()
        assert page.got[-1].waiting[ADDRESS].first == taken
    kept = page.got[-1].waiting
    assert kept == {ADDRESS: Waiting(first=600, spread=3, then="embedded")}
    page.server.base_url.setText("https://elsewhere.example/v1")
    page.server.base_url.editingFinished.emit()
    assert (part.fields["first"].text(), part.fields["spread"].text()) == ("300", "0")
    page.server.base_url.setText(ADDRESS)
    page.server.base_url.editingFinished.emit()
    assert part.fields["first"].text() == "600"
    part.reset.click()
    assert page.got[-1].waiting == {}
    assert part.fields["first"].text() == "300"


async def test_an_emptied_field_holds_again_what_it_held(make):
    page = make(examiner=ExaminerChoice(kind="endpoint", base_url=ADDRESS, model="coder"))
    part = page.server.waiting
    part.set_open(True)
    field = part.fields["first"]
    page.activateWindow()
    for leave in (Qt.Key.Key_Tab, Qt.Key.Key_Return):
        field.setFocus()
        await until(field.hasFocus)
        field.selectAll()
        QTest.keyClick(field, Qt.Key.Key_Delete)
        assert field.text() == ""
        QTest.keyClick(field, leave)
        assert field.text() == "300"
    assert page.got == []


async def test_who_goes_on_after_the_limit_is_chosen_for_the_address_and_kept(make):
    page = make(examiner=ExaminerChoice(kind="endpoint", base_url=ADDRESS, model="coder"))
    part = page.server.waiting
    part.set_open(True)
    assert part.then.currentData() == "embedded", "in a lab nobody has to find out what to press"
    part.then.setCurrentIndex(part.then.findData("ask"))
    part.then.activated.emit(part.then.currentIndex())
    assert page.got[-1].waiting[ADDRESS].then == "ask"
    part.reset.click()
    assert part.then.currentData() == "embedded"
    page.server.base_url.setText("https://elsewhere.example/v1")
    page.server.base_url.editingFinished.emit()
    assert part.then.currentData() == "ask"


async def test_an_own_authority_is_asked_for_where_there_is_a_certificate_and_kept(make):
    page = make(examiner=ExaminerChoice(kind="endpoint", base_url=ADDRESS, model="coder"))
    part = page.server.certificate
    assert not part.isVisible()
    page.server.base_url.setText("https://lab/v1")
    assert part.isVisible()
    part.path.setText("/school.pem")
    part.path.editingFinished.emit()
    assert page.got[-1].ca_file == "/school.pem"


async def test_every_control_has_a_name(make):
    page = make()
    controls = [*page.findChildren(QAbstractButton), *page.findChildren(QComboBox)]
    assert [c for c in controls if not (c.accessibleName() or (isinstance(c, QAbstractButton) and c.text()))] == []
