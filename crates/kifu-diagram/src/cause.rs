use std::error::Error;
use std::fmt;
use std::sync::Arc;

/// The error of a library that encodes or writes pictures.
///
/// Two causes are equal if their messages are.
#[derive(Clone)]
pub struct Cause(Arc<dyn Error + Send + Sync>);

impl Cause {
    pub(crate) fn new(error: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self(error.into().into())
    }

    /// The error itself.
    #[must_use]
    pub fn error(&self) -> &(dyn Error + 'static) {
        &*self.0
    }
}

impl fmt::Debug for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl PartialEq for Cause {
    fn eq(&self, other: &Self) -> bool {
        self.to_string() == other.to_string()
    }
}

impl Eq for Cause {}

#[cfg(test)]
mod tests {
    use std::error::Error as _;

    use super::Cause;

    #[cfg(feature = "png")]
    #[test]
    fn an_error_of_an_image_has_its_cause() {
        let error = crate::raster::RasterError::Failed(Cause::new("no room"));
        assert_eq!(error.to_string(), "the image could not be made");
        assert_eq!(error.source().unwrap().to_string(), "no room");
        assert_eq!(error, error.clone());
    }

    #[cfg(feature = "pdf")]
    #[test]
    fn an_error_of_a_document_has_its_cause() {
        let error = crate::pdf::PdfError::Failed(Cause::new("no room"));
        assert_eq!(error.source().unwrap().to_string(), "no room");
    }
}
