import orgSsoOff from "./org-sso-off.js";
import samlCertExpiry from "./saml-cert-expiry.js";
import samlCertInvalid from "./saml-cert-invalid.js";
import samlPending from "./saml-pending.js";

export default [orgSsoOff, samlCertExpiry, samlCertInvalid, samlPending];
