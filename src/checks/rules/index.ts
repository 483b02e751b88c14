/** All rules in the order in which they are shown. */
import type { AnyRule } from "../types.js";
import orgDefaultRoleBroad from "./access/org-default-role-broad.js";
import orgInviteLinks from "./access/org-invite-links.js";
import spaceLevelBroad from "./access/space-level-broad.js";
import spaceNoOwner from "./access/space-no-owner.js";
import crAuthorGone from "./change-requests/cr-author-gone.js";
import crBrokenLinks from "./change-requests/cr-broken-links.js";
import crDraftOld from "./change-requests/cr-draft-old.js";
import crNoSubject from "./change-requests/cr-no-subject.js";
import crOutdated from "./change-requests/cr-outdated.js";
import crOverlap from "./change-requests/cr-overlap.js";
import crStale from "./change-requests/cr-stale.js";
import crUnresolvedComments from "./change-requests/cr-unresolved-comments.js";
import crVariableMissing from "./change-requests/cr-variable-missing.js";
import collectionEmpty from "./content/collection-empty.js";
import commentsOld from "./content/comments-old.js";
import coverMissing from "./content/cover-missing.js";
import fileOrphan from "./content/file-orphan.js";
import gitSyncBehind from "./content/git-sync-behind.js";
import headingJump from "./content/heading-jump.js";
import ignoreComment from "./content/ignore-comment.js";
import imageWithoutAlt from "./content/image-without-alt.js";
import includeBrokenLink from "./content/include-broken-link.js";
import includeMissing from "./content/include-missing.js";
import linkExternalBroken from "./content/link-external-broken.js";
import linkExternalMoved from "./content/link-external-moved.js";
import linkInsecure from "./content/link-insecure.js";
import linkOutside from "./content/link-outside.js";
import linkUnsafe from "./content/link-unsafe.js";
import linksBroken from "./content/links-broken.js";
import linksInApp from "./content/links-in-app.js";
import pageEmpty from "./content/page-empty.js";
import pageHiddenOrphan from "./content/page-hidden-orphan.js";
import pageNoindex from "./content/page-noindex.js";
import pageOld from "./content/page-old.js";
import pageTitleTwice from "./content/page-title-twice.js";
import spaceEmpty from "./content/space-empty.js";
import spaceLockedLong from "./content/space-locked-long.js";
import spaceOrphan from "./content/space-orphan.js";
import variableMissing from "./content/variable-missing.js";
import adminSingle from "./members/admin-single.js";
import adminsMany from "./members/admins-many.js";
import memberDisabledInTeam from "./members/member-disabled-in-team.js";
import memberForeignDomain from "./members/member-foreign-domain.js";
import memberGuest from "./members/member-guest.js";
import memberInactive from "./members/member-inactive.js";
import memberNeverSeen from "./members/member-never-seen.js";
import memberNoSso from "./members/member-no-sso.js";
import orgBillingFailed from "./organization/org-billing-failed.js";
import orgBlocked from "./organization/org-blocked.js";
import orgSsoOff from "./sign-on/org-sso-off.js";
import samlCertExpiry from "./sign-on/saml-cert-expiry.js";
import samlCertInvalid from "./sign-on/saml-cert-invalid.js";
import samlCertPrivateKey from "./sign-on/saml-cert-private-key.js";
import samlCertWeak from "./sign-on/saml-cert-weak.js";
import samlPending from "./sign-on/saml-pending.js";
import conditionAdaptiveOff from "./sites/condition-adaptive-off.js";
import conditionNoSchema from "./sites/condition-no-schema.js";
import conditionUnknownAttribute from "./sites/condition-unknown-attribute.js";
import defaultContentUnpublished from "./sites/default-content-unpublished.js";
import shareLinkOld from "./sites/share-link-old.js";
import shareLinkUnnamed from "./sites/share-link-unnamed.js";
import shareLinkUnused from "./sites/share-link-unused.js";
import siteEmpty from "./sites/site-empty.js";
import siteUnlisted from "./sites/site-unlisted.js";
import siteUnpublishedOld from "./sites/site-unpublished-old.js";
import specFailed from "./specs/spec-failed.js";
import specInsecureSource from "./specs/spec-insecure-source.js";
import specPendingLong from "./specs/spec-pending-long.js";
import specSecretInAddress from "./specs/spec-secret-in-address.js";
import specUnused from "./specs/spec-unused.js";
import teamEmpty from "./teams/team-empty.js";
import teamNoOwner from "./teams/team-no-owner.js";
import teamOneOwner from "./teams/team-one-owner.js";
import teamSameTitle from "./teams/team-same-title.js";
import translationBehind from "./translations/translation-behind.js";
import translationFailed from "./translations/translation-failed.js";
import translationPendingLong from "./translations/translation-pending-long.js";

export const RULES: readonly AnyRule[] = [
  linksBroken,
  linkOutside,
  linksInApp,
  linkInsecure,
  linkUnsafe,
  linkExternalBroken,
  linkExternalMoved,
  includeMissing,
  includeBrokenLink,
  variableMissing,
  pageHiddenOrphan,
  pageNoindex,
  pageEmpty,
  pageTitleTwice,
  headingJump,
  imageWithoutAlt,
  pageOld,
  coverMissing,
  fileOrphan,
  spaceEmpty,
  spaceOrphan,
  spaceLockedLong,
  gitSyncBehind,
  collectionEmpty,
  commentsOld,
  ignoreComment,
  crBrokenLinks,
  crVariableMissing,
  crOutdated,
  crUnresolvedComments,
  crOverlap,
  crStale,
  crDraftOld,
  crAuthorGone,
  crNoSubject,
  orgInviteLinks,
  orgDefaultRoleBroad,
  spaceLevelBroad,
  spaceNoOwner,
  memberGuest,
  memberInactive,
  memberNeverSeen,
  memberDisabledInTeam,
  memberForeignDomain,
  memberNoSso,
  adminsMany,
  adminSingle,
  teamNoOwner,
  teamOneOwner,
  teamEmpty,
  teamSameTitle,
  orgSsoOff,
  samlCertExpiry,
  samlCertInvalid,
  samlCertPrivateKey,
  samlCertWeak,
  samlPending,
  conditionUnknownAttribute,
  conditionNoSchema,
  conditionAdaptiveOff,
  shareLinkOld,
  shareLinkUnnamed,
  shareLinkUnused,
  siteUnpublishedOld,
  siteEmpty,
  siteUnlisted,
  defaultContentUnpublished,
  specFailed,
  specPendingLong,
  specInsecureSource,
  specSecretInAddress,
  specUnused,
  translationFailed,
  translationPendingLong,
  translationBehind,
  orgBillingFailed,
  orgBlocked,
];

/**
 * What a change is checked with, in a repository and against a snapshot: a change elsewhere breaks a page that is as it was.
 * `cr-broken-links` and `cr-variable-missing` find the same in a change request.
 */
export const RULES_OF_CHANGES: readonly string[] = [
  linksBroken,
  includeMissing,
  includeBrokenLink,
  coverMissing,
  variableMissing,
].map(({ id }) => id);

export const ruleNamed = (id: string): AnyRule | undefined => RULES.find((rule) => rule.id === id);
