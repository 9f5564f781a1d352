//! Answers have the form that the `OpenAPI` document describes.

use std::collections::BTreeMap;
use std::sync::Arc;

use kifu_serve::Edits;
use serde_json::{Map, Value, json};

use crate::client::{Answer, Served, game};

/// Keywords of schemas that describe, and do not restrict.
const NOTES: &[&str] = &["description", "default", "format", "maxLength"];

/// The document, as a validator of answers.
struct Document(Value);

/// The members of an object schema.
#[derive(Default)]
struct Members<'a> {
    properties: BTreeMap<&'a str, &'a Value>,
    required: Vec<&'a str>,
    others: Option<&'a Value>,
}

impl Document {
    fn of(served: &Served) -> Self {
        Self(served.get("/api/v1/openapi.json").json())
    }

    /// Follows a reference.
    fn resolve<'a>(&'a self, value: &'a Value) -> &'a Value {
        let Some(target) = value["$ref"].as_str() else {
            return value;
        };
        let pointer = target.strip_prefix('#').unwrap();
        let found = self.0.pointer(pointer);
        found.unwrap_or_else(|| panic!("{target}: not in the document"))
    }

    fn members<'a>(&'a self, schema: &'a Value, members: &mut Members<'a>) {
        let schema = self.resolve(schema);
        for part in schema["allOf"].as_array().into_iter().flatten() {
            self.members(part, members);
        }
        for (name, property) in schema["properties"].as_object().into_iter().flatten() {
            let before = members.properties.insert(name, property);
            assert!(before.is_none(), "{name}: described twice");
        }
        let required = schema["required"].as_array().into_iter().flatten();
        members
            .required
            .extend(required.map(|name| name.as_str().unwrap()));
        if let Some(others) = schema.get("additionalProperties") {
            members.others = Some(others);
        }
    }

    /// Returns what is wrong with a value, and where. Members that no schema names are errors.
    fn check(&self, schema: &Value, value: &Value, place: &str) -> Result<(), String> {
        let schema = self.resolve(schema);
        let object = schema.as_object().unwrap();
        let wrong = |why: &str| Err(format!("{place}: {value}: {why} of {schema}"));
        let mut is_object = false;
        for (keyword, limit) in object {
            match keyword.as_str() {
                "type" => {
                    let names = limit.as_array().cloned().unwrap_or(vec![limit.clone()]);
                    if !names.iter().any(|name| has_type(value, name)) {
                        return wrong("not the type");
                    }
                }
                "enum" if !limit.as_array().unwrap().contains(value) => {
                    return wrong("not a value");
                }
                "minimum" if value.as_f64() < limit.as_f64() && value.is_number() => {
                    return wrong("below the minimum");
                }
                "maximum" if value.as_f64() > limit.as_f64() && value.is_number() => {
                    return wrong("above the maximum");
                }
                "items" => {
                    for (number, item) in value.as_array().into_iter().flatten().enumerate() {
                        self.check(limit, item, &format!("{place}/{number}"))?;
                    }
                }
                "anyOf" => {
                    let parts = limit.as_array().unwrap().iter();
                    let mut results = parts.map(|part| self.check(part, value, place));
                    if let Err(error) = results.next().unwrap()
                        && !results.any(|result| result.is_ok())
                    {
                        return Err(error);
                    }
                }
                "properties" | "required" | "additionalProperties" | "allOf" => is_object = true,
                "enum" | "minimum" | "maximum" => {}
                note => assert!(NOTES.contains(&note), "{place}: unknown keyword `{note}`"),
            }
        }
        match value.as_object() {
            Some(value) if is_object => self.check_members(schema, value, place),
            None if object.contains_key("allOf") => wrong("not an object"),
            _ => Ok(()),
        }
    }

    fn check_members(
        &self,
        schema: &Value,
        value: &Map<String, Value>,
        place: &str,
    ) -> Result<(), String> {
        let mut members = Members::default();
        self.members(schema, &mut members);
        for name in members.required {
            if !value.contains_key(name) {
                return Err(format!("{place}: `{name}` is missing"));
            }
        }
        for (name, value) in value {
            let place = format!("{place}/{name}");
            match (members.properties.get(name.as_str()), members.others) {
                (Some(property), _) => self.check(property, value, &place)?,
                (None, Some(others)) if others.is_object() => self.check(others, value, &place)?,
                (None, Some(Value::Bool(true))) => {}
                _ => return Err(format!("{place}: not in the document")),
            }
        }
        Ok(())
    }

    /// Checks status, media type and body of an answer.
    fn check_answer(&self, method: &str, path: &str, answer: &Answer) {
        let response = &self.0["paths"][path][method]["responses"][answer.status.to_string()];
        let name = format!("{method} {path}: {}", answer.status);
        assert!(!response.is_null(), "{name} is not in the document");
        let response = self.resolve(response);
        let kind = answer.header("content-type").unwrap_or_default();
        let kind = kind.split(';').next().unwrap();
        let schema = &response["content"][kind]["schema"];
        assert!(!schema.is_null(), "{name}: `{kind}` is not in the document");
        if kind == "application/json" {
            self.check(schema, &answer.json(), &name).unwrap();
        }
    }
}

fn has_type(value: &Value, name: &Value) -> bool {
    match name.as_str().unwrap() {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        other => panic!("unknown type `{other}`"),
    }
}

/// Games with all facts, with none, with variations and with faults.
fn games() -> Vec<String> {
    let texts = "PB[b]PW[w]BR[1d]WR[2d]BT[s]WT[t]DT[1950-01-02]RE[W+R]RU[Japanese]EV[e]RO[1]PC[p]GN[n]SO[s]AN[a]US[u]\
                 CP[c]ON[o]OT[3x30 byo-yomi]GC[g]AP[Kifu:1]TM[600]KM[6.5]HA[2]AB[cc][gg]C[c]";
    vec![
        game(1, "cc"),
        game(2, "cc"),
        format!("(;FF[4]GM[1]CA[UTF-8]SZ[9]{texts};W[ee](;B[dd])(;B[de];W[ff]))"),
        "(;FF[4]GM[1]SZ[9]KM[6,5]XX[1];B[cc];B[dd];W[zz])".to_owned(),
        "(;SZ[13:9];B[cc])".to_owned(),
        "(;)".to_owned(),
    ]
}

fn served() -> Served {
    Served::with(&games(), |options| {
        options.edits = Some(Edits {
            reindex: Arc::new(|_| Ok(())),
        });
    })
}

fn ids(served: &Served) -> Vec<String> {
    let list = served.get("/api/v1/games?sort=file").json();
    let games = list["games"].as_array().unwrap().iter();
    games
        .map(|game| game["id"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn answers_are_as_the_document_says() {
    let served = served();
    let document = Document::of(&served);
    let get = |path: &str, query: &str| {
        let answer = served.get(&format!("{path}{query}"));
        assert_eq!(answer.status, 200, "{path}{query}: {}", answer.body);
        document.check_answer("get", path, &answer);
    };
    for path in ["/healthz", "/readyz", "/metrics"] {
        get(path, "");
    }
    get("/api/v1/info", "");
    get("/api/v1/openapi.json", "");
    for query in ["", "?limit=1&sort=date", "?where=year%3E3000"] {
        get("/api/v1/games", query);
    }
    get("/api/v1/games.arrow", "?columns=key");
    for query in [
        "",
        "?size=9&limit=1",
        "?pattern=X&variations=true&where=komi%3D6.5",
        "?size=9&next=white",
        "?where=year%3E3000",
    ] {
        get("/api/v1/search", query);
        get("/api/v1/search/stream", query);
    }
    for query in [
        "?size=9&least=1",
        "?size=9&variations=true",
        "?pattern=X&depth=30&least=1",
        "?where=year%3E3000",
        "?size=9&format=sgf",
    ] {
        get("/api/v1/openings", query);
    }
    for query in ["", "?where=year%3E3000"] {
        get("/api/v1/statistics", query);
    }
    for id in ids(&served) {
        for end in ["", ".json", ".sgf", ".svg?coordinates=false"] {
            let answer = served.get(&format!("/api/v1/games/{id}{end}"));
            assert_eq!(answer.status, 200, "{id}{end}");
            document.check_answer("get", "/api/v1/games/{id}", &answer);
        }
        for route in ["diagnostics", "fix"] {
            let answer = served.get(&format!("/api/v1/games/{id}/{route}"));
            assert_eq!(answer.status, 200, "{id}/{route}");
            document.check_answer("get", &format!("/api/v1/games/{{id}}/{route}"), &answer);
        }
    }
    let answer = served.post("/api/v1/search", "{\"size\":\"9\",\"limit\":1}");
    assert_eq!(answer.status, 200);
    document.check_answer("post", "/api/v1/search", &answer);
}

/// The events of a stream are the counts and the answer of a search.
#[test]
fn events_are_as_the_document_says() {
    let served = served();
    let document = Document::of(&served);
    let schemas = &document.0["components"]["schemas"];
    let answer = served.get("/api/v1/search/stream?size=9");
    let mut events = 0;
    for event in answer.body.trim_end().split("\n\n") {
        let (name, data) = event.split_once('\n').unwrap();
        let data: Value = serde_json::from_str(data.strip_prefix("data: ").unwrap()).unwrap();
        let schema = match name {
            "event: part" => "Figures",
            "event: done" => "SearchAnswer",
            other => panic!("{other}"),
        };
        document.check(&schemas[schema], &data, name).unwrap();
        events += 1;
    }
    assert!(events > 0);
}

#[test]
fn errors_are_as_the_document_says() {
    let served = served();
    let document = Document::of(&served);
    let id = ids(&served).remove(0);
    let fix = format!("/api/v1/games/{id}/fix");
    let get = |path: &str, sent: &str, status: u16| {
        let answer = served.get(sent);
        assert_eq!(answer.status, status, "{sent}: {}", answer.body);
        document.check_answer("get", path, &answer);
    };
    for path in [
        "/api/v1/games",
        "/api/v1/games.arrow",
        "/api/v1/search",
        "/api/v1/search/stream",
        "/api/v1/openings",
        "/api/v1/statistics",
    ] {
        get(path, &format!("{path}?unknown=1"), 400);
        get(path, &format!("{path}?where=%3D%3D"), 400);
    }
    get("/api/v1/games", "/api/v1/games?cursor=0.0.1", 410);
    get("/api/v1/games/{id}", "/api/v1/games/0-0-0", 404);
    get(
        "/api/v1/games/{id}",
        &format!("/api/v1/games/{id}?unknown=1"),
        400,
    );
    for part in ["", "/diagnostics", "/fix"] {
        get(
            &format!("/api/v1/games/{{id}}{part}"),
            &format!("/api/v1/games/%FF{part}"),
            400,
        );
    }
    get("/api/v1/games/{id}/fix", &format!("{fix}?unsafe=7"), 400);
    get("/api/v1/games/{id}/fix", &format!("{fix}?codes=foo"), 400);
    get("/api/v1/games/{id}/fix", &format!("{fix}?hash=0"), 409);
    let long = format!("{{\"pattern\":\"{}\"}}", "x".repeat(100_000));
    for (path, sent, body, status) in [
        ("/api/v1/search", "/api/v1/search", "[]", 422),
        ("/api/v1/search", "/api/v1/search", "null", 422),
        ("/api/v1/search", "/api/v1/search", "{\"limit\":\"1\"}", 422),
        ("/api/v1/search", "/api/v1/search", "{", 400),
        ("/api/v1/search", "/api/v1/search", "{\"depth\":3}", 400),
        ("/api/v1/search", "/api/v1/search", &long, 413),
        ("/api/v1/games/{id}/fix", &fix, "{}", 428),
        ("/api/v1/games/{id}/fix", &fix, "{\"hash\":null}", 428),
        ("/api/v1/games/{id}/fix", &fix, "[\"\",false,\"0\"]", 422),
        ("/api/v1/games/{id}/fix", &fix, "{\"hash\":\"0\"}", 409),
    ] {
        let answer = served.post(sent, body);
        assert_eq!(answer.status, status, "{body:.80}: {}", answer.body);
        document.check_answer("post", path, &answer);
    }
    for (path, sent) in [
        ("/api/v1/search", "/api/v1/search"),
        ("/api/v1/games/{id}/fix", fix.as_str()),
    ] {
        let request = format!(
            "POST {sent} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: text/plain\r\n\
             content-length: 2\r\n\r\n{{}}"
        );
        let answer = crate::client::send(served.address, request.as_bytes());
        assert_eq!(answer.status, 415);
        document.check_answer("post", path, &answer);
    }
}

/// A schema that no answer uses would be without a test.
#[test]
fn every_schema_and_parameter_is_used_and_described() {
    let served = served();
    let document = Document::of(&served);
    let text = document.0.to_string();
    for part in ["schemas", "parameters", "responses", "headers"] {
        for (name, value) in document.0["components"][part].as_object().unwrap() {
            assert!(value["description"].is_string(), "{part} {name}");
            let target = format!("\"#/components/{part}/{name}\"");
            // Events of a stream are text for the document.
            assert!(text.contains(&target), "{target} is not used");
        }
    }
    for (path, operations) in document.0["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            let content = &operation["responses"]["200"]["content"];
            for (kind, content) in content.as_object().unwrap() {
                assert!(content["schema"].is_object(), "{method} {path}: {kind}");
            }
            assert!(operation["operationId"].is_string(), "{method} {path}");
        }
    }
}

#[test]
fn the_validator_refuses_what_the_document_does_not_describe() {
    let served = served();
    let document = Document::of(&served);
    let schemas = &document.0["components"]["schemas"];
    let refuses = |name: &str, value: &Value| {
        let checked = document.check(&schemas[name], value, name);
        assert!(checked.is_err(), "{name}: {value}");
    };
    let mut figures = served.get("/api/v1/search?size=9").json();
    document
        .check(&schemas["SearchAnswer"], &figures, "")
        .unwrap();
    refuses("Figures", &figures);
    figures["main"]["more"] = json!(1);
    refuses("SearchAnswer", &figures);
    refuses("Error", &json!({}));
    refuses("Error", &json!({"error": 1}));
    refuses("Share", &json!({"share": 2, "low": 0, "high": 1}));
    refuses(
        "NextMove",
        &json!({"column": 0, "row": 0, "point": "aa", "color": "red"}),
    );
    refuses("FoundGame", &json!(null));
}
