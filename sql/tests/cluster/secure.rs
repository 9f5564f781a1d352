//! Tokens, certificates, and addresses that other machines reach.

use std::path::Path;
use std::process::Command;

use kifu_sql::cluster::Security;

use crate::database::{Database, ask, secured};
use crate::workers::Process;

const SQL: &str = "SELECT count(*), sum(moves) FROM games WHERE moves > 2";

#[tokio::test(flavor = "multi_thread")]
async fn a_token_is_needed_where_one_is_set() {
    let database = Database::new();
    let token = [("KIFU_TOKEN", "secret")];
    let start = || Process::try_start(&database.index(), &[], &token).unwrap();
    let processes = [start(), start()];
    let workers = [processes[0].address.clone(), processes[1].address.clone()];
    let ask = async |token: Option<&str>| {
        let security = Security {
            token: token.map(str::to_owned),
            ..Security::default()
        };
        ask(&secured(&database.index(), &workers, 2, &security), SQL).await
    };
    assert_eq!(ask(Some("secret")).await.unwrap().0.len(), 1);
    for wrong in [None, Some("wrong"), Some("secret2")] {
        let error = ask(wrong).await.unwrap_err();
        assert!(error.contains("the token is missing or wrong"), "{error}");
    }
}

#[test]
fn other_machines_need_a_token() {
    let database = Database::new();
    let arguments = ["--listen", "0.0.0.0:0"];
    // The last `--listen` counts.
    let mut command = Command::new(env!("CARGO_BIN_EXE_kifu-sql"));
    command.args(["worker", "--db"]).arg(database.index());
    let output = command.args(arguments).env_remove("KIFU_TOKEN").output();
    let output = output.unwrap();
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(message.contains("set a token"), "{message}");
}

/// An authority and a certificate for this machine, by `openssl`.
fn certificates(folder: &Path) -> bool {
    let script = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=kifu-test -keyout ca.key -out ca.pem \
                  && openssl req -newkey rsa:2048 -nodes -subj /CN=127.0.0.1 -keyout key.pem -out request.pem \
                  && printf 'subjectAltName=IP:127.0.0.1\\nbasicConstraints=CA:FALSE\\n' > names \
                  && openssl x509 -req -in request.pem -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile names \
                     -out cert.pem";
    let made = Command::new("sh")
        .args(["-c", script])
        .current_dir(folder)
        .output();
    made.is_ok_and(|made| made.status.success())
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_can_use_tls() {
    let database = Database::new();
    if !certificates(database.path()) {
        eprintln!("skipped: no openssl");
        return;
    }
    let file = |name: &str| database.path().join(name);
    let path = |name: &str| file(name).to_str().unwrap().to_owned();
    let options = [
        "--tls-certificate".to_owned(),
        path("cert.pem"),
        "--tls-key".to_owned(),
        path("key.pem"),
        "--tls-authority".to_owned(),
        path("ca.pem"),
    ];
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    let start = || Process::start(&database.index(), &options);
    let processes = [start(), start()];
    let workers = [processes[0].address.clone(), processes[1].address.clone()];
    let with = |authorities: Option<Vec<u8>>| {
        let security = Security {
            authorities,
            ..Security::default()
        };
        secured(&database.index(), &workers, 2, &security)
    };
    let grouped = "SELECT winner, count(*) FROM games GROUP BY winner";
    let authorities = std::fs::read(file("ca.pem")).unwrap();
    assert_eq!(
        ask(&with(Some(authorities)), grouped)
            .await
            .unwrap()
            .0
            .len(),
        4
    );
    // Without TLS, and with a certificate that the authority did not sign.
    assert!(ask(&with(None), grouped).await.is_err());
    let folder = tempfile::tempdir().unwrap();
    assert!(certificates(folder.path()));
    let others = std::fs::read(folder.path().join("ca.pem")).unwrap();
    let error = ask(&with(Some(others)), grouped).await.unwrap_err();
    assert!(error.starts_with("no worker can be used"), "{error}");
}
