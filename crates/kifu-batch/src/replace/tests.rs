use std::fs;
use std::io::{Seek as _, Write as _};
use std::path::Path;

#[cfg(unix)]
use super::LostProperties;
use super::{
    Error, ErrorKind, NewFile, back_up, create, name_file, replace, replace_unless_changed,
    unnamed, write,
};

/// Replaces a file by one that had no name.
fn replace_by_unnamed(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let mut file = unnamed(path).unwrap();
    file.write_all(bytes).unwrap();
    file.rewind().unwrap();
    name_file(&mut file, path, true)
}

#[test]
fn what_somebody_else_has_changed_stays() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.sgf");
    fs::write(&path, "(;)").unwrap();
    replace_unless_changed(&path, b"(;)", b"(;B[aa])").unwrap();
    let error = replace_unless_changed(&path, b"(;)", b"(;B[bb])").unwrap_err();
    assert!(matches!(error.kind, ErrorKind::Changed), "{error}");
    assert_eq!(fs::read(&path).unwrap(), b"(;B[aa])");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    // One that is gone is not made anew.
    fs::remove_file(&path).unwrap();
    assert!(replace_unless_changed(&path, b"(;B[aa])", b"(;)").is_err());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_new_file_is_like_any_other() {
    let folder = tempfile::tempdir().unwrap();
    let (usual, path) = (folder.path().join("usual"), folder.path().join("new"));
    fs::write(&usual, "").unwrap();
    write(&path, b"one").unwrap();
    let permissions = |path| fs::metadata(path).unwrap().permissions();
    assert_eq!(permissions(&path), permissions(&usual));
    write(&path, b"two").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"two");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    let error = write(&folder.path().join("missing/new"), b"").unwrap_err();
    assert!(!error.to_string().contains(".kifu-"), "{error}");
    let error = NewFile::in_folder(&path).unwrap_err().to_string();
    assert!(
        error.contains("its folder") && !error.contains(".kifu-"),
        "{error}"
    );
}

#[test]
fn what_is_there_is_not_created_anew() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.sgf");
    create(&path, b"one").unwrap();
    let error = create(&path, b"two").unwrap_err();
    assert!(matches!(error.kind, ErrorKind::Exists), "{error}");
    let mut new = NewFile::in_folder(folder.path()).unwrap();
    new.file().write_all(b"three").unwrap();
    assert!(new.create(&path).is_err());
    assert_eq!(fs::read(&path).unwrap(), b"one");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

/// A link that leads nowhere is a name like any other.
#[test]
#[cfg(unix)]
fn a_broken_link_is_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.sgf");
    std::os::unix::fs::symlink("nowhere", &path).unwrap();
    let mut file = unnamed(&path).unwrap();
    assert!(name_file(&mut file, &path, false).is_err());
    for _ in 0..2 {
        name_file(&mut file, &path, true).unwrap();
        assert!(fs::symlink_metadata(&path).unwrap().is_file());
    }
}

#[test]
fn a_copy_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.sgf");
    fs::write(&path, "(;)").unwrap();
    back_up(&path, b"(;)").unwrap();
    replace(&path, b"(;B[aa])").unwrap();
    let copy = folder.path().join("game.sgf.bak");
    assert_eq!(fs::read(&copy).unwrap(), b"(;)");
    // It stays when there is another one.
    back_up(&path, b"(;B[aa])").unwrap();
    back_up(&path, b"(;B[aa])").unwrap();
    back_up(&path, b"(;)").unwrap();
    assert_eq!(fs::read(&copy).unwrap(), b"(;)");
    let second = folder.path().join("game.sgf.bak.1");
    assert_eq!(fs::read(second).unwrap(), b"(;B[aa])");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
}

#[test]
fn the_content_changes_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.sgf");
    fs::write(&path, "(;)").unwrap();
    let before = fs::metadata(&path).unwrap().permissions();
    replace(&path, b"(;B[aa])").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"(;B[aa])");
    assert_eq!(fs::metadata(&path).unwrap().permissions(), before);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_read_only_file_stays() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.sgf");
    fs::write(&path, "(;)").unwrap();
    let mut permissions = fs::metadata(&path).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).unwrap();
    for wrong in [replace(&path, b""), replace_by_unnamed(&path, b"")] {
        let error = wrong.unwrap_err();
        assert!(matches!(error.kind, ErrorKind::ReadOnly), "{error}");
    }
    assert_eq!(fs::read(&path).unwrap(), b"(;)");
}

#[cfg(unix)]
#[test]
fn owner_and_group_stay() {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown};

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.sgf");
    fs::write(&path, "(;)").unwrap();
    if chown(&path, Some(4321), Some(1234)).is_err() {
        kifu_testkit::skip("this user may not give files away");
        return;
    }
    fs::set_permissions(&path, fs::Permissions::from_mode(0o4640)).unwrap();
    replace(&path, b"(;B[aa])").unwrap();
    let found = fs::metadata(&path).unwrap();
    assert_eq!((found.uid(), found.gid()), (4321, 1234));
    assert_eq!(found.mode() & 0o7777, 0o4640);
}

#[cfg(unix)]
#[test]
fn extended_attributes_stay() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.sgf");
    fs::write(&path, "(;)").unwrap();
    if xattr::set(&path, "user.source", b"a book").is_err() {
        kifu_testkit::skip("there are no extended attributes here");
        return;
    }
    let note = replace_unless_changed(&path, b"(;)", b"(;C[x])").unwrap();
    assert_eq!(note, LostProperties::default());
    let value = || xattr::get(&path, "user.source").unwrap();
    assert_eq!(value().as_deref(), Some(&b"a book"[..]));
    replace_by_unnamed(&path, b"(;C[y])").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"(;C[y])");
    assert_eq!(value().as_deref(), Some(&b"a book"[..]));
}

#[cfg(unix)]
#[test]
fn other_names_keep_the_old_content() {
    let folder = tempfile::tempdir().unwrap();
    let (path, kept) = (folder.path().join("game.sgf"), folder.path().join("kept"));
    fs::write(&path, "(;)").unwrap();
    assert_eq!(
        replace_unless_changed(&path, b"(;)", b"(;C[x])").unwrap(),
        LostProperties::default()
    );
    fs::hard_link(&path, &kept).unwrap();
    let note = replace_unless_changed(&path, b"(;C[x])", b"(;C[y])").unwrap();
    assert!(note.links && !note.attributes);
    assert_eq!(fs::read(&kept).unwrap(), b"(;C[x])");
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link() {
    let folder = tempfile::tempdir().unwrap();
    let (path, link) = (folder.path().join("game.sgf"), folder.path().join("link"));
    fs::write(&path, "(;)").unwrap();
    std::os::unix::fs::symlink(&path, &link).unwrap();
    replace(&link, b"(;C[x])").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"(;C[x])");
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
}
