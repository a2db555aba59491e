import { auditLog } from './audit-log.ts';
import { auditLogReporting } from './audit-log-reporting.ts';
import { biAccounts } from './bi-accounts.ts';
import { customers } from './customers.ts';
import { embedding } from './embedding.ts';
import { entra } from './entra.ts';
import { mail } from './mail.ts';
import { mailLog } from './mail-log.ts';
import { notifications } from './notifications.ts';
import { questionnaire } from './questionnaire.ts';
import { registration } from './registration.ts';
import { saml } from './saml.ts';
import { scim } from './scim.ts';
import { settings } from './settings.ts';
import { settingsSearch } from './settings-search.ts';
import { signInLog } from './sign-in-log.ts';
import { tenants } from './tenants.ts';
import { tenantsPartners } from './tenants-partners.ts';
import { waysIn } from './ways-in.ts';

// For people who run a unit, a partner or the platform: settings, directories, accounts, sign-ins and changes.
export const operate = {
  ...auditLog,
  ...auditLogReporting,
  ...biAccounts,
  ...customers,
  ...embedding,
  ...entra,
  ...mail,
  ...mailLog,
  ...notifications,
  ...questionnaire,
  ...registration,
  ...saml,
  ...scim,
  ...settings,
  ...settingsSearch,
  ...signInLog,
  ...tenants,
  ...tenantsPartners,
  ...waysIn,
};
