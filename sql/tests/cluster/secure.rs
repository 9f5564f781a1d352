//! Tokens, certificates, and addresses that other machines reach.

use std::path::Path;
use std::process::Command;

use kifu_sql::cluster::Security;

use crate::database::{Database, ask, secured};
use crate::tls::Tls;
use crate::workers::{Process, addresses, program};

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

#[tokio::test(flavor = "multi_thread")]
async fn connections_can_use_tls() {
    let database = Database::new();
    let Some(tls) = Tls::new() else { return };
    let start = || Process::start(&database.index(), &tls.options());
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
    let authorities = std::fs::read(tls.authority()).unwrap();
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
    let others = std::fs::read(Tls::new().unwrap().authority()).unwrap();
    let error = ask(&with(Some(others)), grouped).await.unwrap_err();
    assert!(error.starts_with("no worker can be used"), "{error}");
}

/// `KIFU_TEST_KIFU` is the program.
#[test]
fn a_search_of_the_command_line_can_use_tls() {
    let Some(kifu) = program() else { return };
    let database = Database::new();
    let Some(tls) = Tls::new() else { return };
    let start = || Process::start(&database.index(), &tls.options());
    let processes = [start(), start()];
    let workers = addresses(&processes).join(",");
    let folder = Path::new(env!("CARGO_BIN_EXE_kifu-sql")).parent().unwrap();
    let run = |arguments: &[&str], authority: Option<&Path>| {
        let mut command = Command::new(&kifu);
        command.arg("search").arg(database.index());
        command.args(["XO", "--edges"]).args(arguments);
        command.env("PATH", folder).env_remove("KIFU_TLS_AUTHORITY");
        command.envs(authority.map(|path| ("KIFU_TLS_AUTHORITY", path)));
        command.output().unwrap()
    };
    let alone = run(&[], None);
    assert!(alone.status.success());
    let with = run(&["--workers", &workers], Some(&tls.authority()));
    let message = String::from_utf8_lossy(&with.stderr).into_owned();
    assert!(with.status.success(), "{message}");
    assert_eq!(with.stdout, alone.stdout);
    let without = run(&["--workers", &workers], None);
    assert_eq!(without.status.code(), Some(2));
}
