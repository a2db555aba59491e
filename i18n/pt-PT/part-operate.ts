import type { operate as defining } from '../en-US/part-operate.ts';
import type { Texts } from '../types.ts';
import { auditLog } from './audit-log.ts';
import { biAccounts } from './bi-accounts.ts';
import { customers } from './customers.ts';
import { embedding } from './embedding.ts';
import { entra } from './entra.ts';
import { find } from './find.ts';
import { mail } from './mail.ts';
import { mailLog } from './mail-log.ts';
import { notifications } from './notifications.ts';
import { partners } from './partners.ts';
import { questionnaire } from './questionnaire.ts';
import { registration } from './registration.ts';
import { saml } from './saml.ts';
import { scim } from './scim.ts';
import { settings } from './settings.ts';
import { signInLog } from './sign-in-log.ts';
import { tenants } from './tenants.ts';
import { waysIn } from './ways-in.ts';

export const operate: Texts<typeof defining> = {
  ...auditLog,
  ...biAccounts,
  ...customers,
  ...embedding,
  ...entra,
  ...find,
  ...mail,
  ...mailLog,
  ...notifications,
  ...partners,
  ...questionnaire,
  ...registration,
  ...saml,
  ...scim,
  ...settings,
  ...signInLog,
  ...tenants,
  ...waysIn,
};
