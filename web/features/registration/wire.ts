import { accountInput } from '../../../domain/bi-accounts/draft.ts';
import { toFlag } from '../../../domain/contract/flag.ts';
import type { CallInput } from '../../app/data/api.ts';
import { toCustomerInput } from '../customers/index.ts';
import type { Kind, Registration } from './draft.ts';

/** The form in the format of its API call. */
export function toInput(kind: Kind, draft: Registration): CallInput<'POST /api/auth/units'> {
  const language = draft.language || 'pt-BR';
  return {
    kind,
    name: draft.name.trim(),
    language,
    timezone: draft.timezone,
    subdomain: draft.subdomain.trim(),
    ownDomain: draft.ownDomain.trim() || null,
    userLimit: draft.userLimit,
    bonusUsers: draft.bonusUsers,
    domainLimit: draft.domainLimit,
    reportLimit: draft.reportLimit,
    trialDays: draft.trial ? draft.trialDays : null,
    defaultDirectory: toFlag(kind === 'unit' && draft.defaultDirectory),
    restrictAccounts: toFlag(draft.restrictAccounts),
    allowReports: toFlag(draft.allowReports),
    lastUpdate: toFlag(draft.lastUpdate),
    verify: toFlag(draft.verify),
    payerId: kind === 'unit' && draft.payer === 'existing' ? draft.payerId : null,
    party: draft.payer === 'new' ? toCustomerInput(draft.party) : null,
    theme: draft.theme === 'colors' ? { from: 'colors', main: draft.main, text: draft.text } : { from: draft.theme },
    admin: { name: draft.adminName, email: draft.adminEmail, phone: draft.adminPhone, language: draft.adminLanguage || language },
    account: draft.lend === 'own' ? { ...accountInput(draft.account), secret: draft.account.secret } : null,
  };
}
