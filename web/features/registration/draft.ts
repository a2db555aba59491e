import type { AccountDraft } from '../../../domain/bi-accounts/draft.ts';
import { accountProblems, emptyAccount } from '../../../domain/bi-accounts/draft.ts';
import { type CustomerDraft, emptyCustomer } from '../../../domain/customers/fields.ts';
import type { Language } from '../../../domain/session/languages.ts';
import { colorsProblem, usualColors } from '../../../domain/tenants/basic-theme.ts';
import { maxDomains, maxReports, maxUsers, trialDays } from '../../../domain/tenants/limits.ts';
import { type Room, roomProblem } from '../../../domain/tenants/room.ts';
import { isOwnDomain, subdomainProblem } from '../../../domain/tenants/subdomain.ts';
import { fold } from '../../../domain/text/fold.ts';
import { isEmail } from '../../../domain/validation/email.ts';

export type Kind = 'unit' | 'partner';
export const steps = ['data', 'payer', 'limits', 'subdomain', 'theme', 'admin', 'account', 'review'] as const;
export type Step = (typeof steps)[number];

/** The complete registration as its form holds it; the browser never stores an account's secret. */
export type Registration = {
  name: string;
  language: Language | '';
  timezone: string;
  restrictAccounts: boolean;
  allowReports: boolean;
  lastUpdate: boolean;
  defaultDirectory: boolean;
  payer: 'existing' | 'new' | 'none';
  payerId: string | null;
  payerName: string;
  party: CustomerDraft;
  userLimit: number | null;
  bonusUsers: number;
  domainLimit: number | null;
  reportLimit: number | null;
  trial: boolean;
  trialDays: number;
  verify: boolean;
  subdomain: string;
  ownDomain: string;
  theme: 'default' | 'own' | 'colors';
  main: string;
  text: string;
  adminName: string;
  adminEmail: string;
  adminPhone: string;
  adminLanguage: Language | '';
  lend: 'none' | 'own';
  account: AccountDraft;
};

export const emptyRegistration: Registration = {
  name: '',
  language: '',
  timezone: '',
  restrictAccounts: false,
  allowReports: true,
  lastUpdate: true,
  defaultDirectory: false,
  payer: 'new',
  payerId: null,
  payerName: '',
  party: emptyCustomer,
  userLimit: null,
  bonusUsers: 0,
  domainLimit: null,
  reportLimit: null,
  trial: true,
  trialDays: trialDays.usual,
  verify: false,
  subdomain: '',
  ownDomain: '',
  theme: 'default',
  main: usualColors.main,
  text: usualColors.text,
  adminName: '',
  adminEmail: '',
  adminPhone: '',
  adminLanguage: '',
  lend: 'none',
  account: emptyAccount,
};

/** What a new unit is usually given where its giver has a limit itself: some number must be, and most never change it. */
const usualGift = { userLimit: 10, domainLimit: 1, reportLimit: 50 } as const;
const getGift = (field: keyof Room, room: Room): number | null => (room[field] ? Math.min(usualGift[field], room[field]) : null);

/** The registration's limits to start with: what is usually given, as far as it is left; without a limit where the giver has none. */
export const usualLimits = (room: Room): Room => ({
  userLimit: getGift('userLimit', room),
  domainLimit: getGift('domainLimit', room),
  reportLimit: getGift('reportLimit', room),
});

export type RegistrationField = keyof Registration;
type Problem = 'required' | 'invalid' | 'contrast' | 'too_much';
export type Problems = Partial<Record<RegistrationField, Problem>>;

const isWhole = (value: number | null, least: number, most: number) =>
  value !== null && Number.isInteger(value) && value >= least && value <= most;
const limitWrong = (value: number | null, most: number) => value !== null && !isWhole(value, 0, most);

/** The errors of one step; client and account have their own rules. */
export function getProblems(step: Step, draft: Registration, room: Room | null = null): Problems {
  const problems: Problems = {};
  if (step === 'data' && !fold(draft.name)) problems.name = draft.name.trim() ? 'invalid' : 'required';
  if (step === 'payer' && draft.payer === 'existing' && !draft.payerId) problems.payerId = 'required';
  if (step === 'limits') {
    for (const [field, most] of [
      ['userLimit', maxUsers],
      ['domainLimit', maxDomains],
      ['reportLimit', maxReports],
    ] as const)
      if (limitWrong(draft[field], most)) problems[field] = 'invalid';
      else {
        const short = roomProblem(draft[field], room?.[field] ?? null);
        if (short) problems[field] = short;
      }
    if (!isWhole(draft.bonusUsers, 0, maxUsers)) problems.bonusUsers = 'invalid';
    if (draft.trial && !isWhole(draft.trialDays, trialDays.least, trialDays.most)) problems.trialDays = 'invalid';
  }
  if (step === 'subdomain') {
    const wrong = subdomainProblem(draft.subdomain);
    if (wrong) problems.subdomain = wrong === 'required' ? 'required' : 'invalid';
    if (draft.ownDomain.trim() && !isOwnDomain(draft.ownDomain.trim().toLowerCase())) problems.ownDomain = 'invalid';
  }
  if (step === 'theme' && draft.theme === 'colors') {
    const wrong = colorsProblem({ main: draft.main, text: draft.text });
    if (wrong) problems.main = wrong === 'invalid' ? 'invalid' : 'contrast';
  }
  if (step === 'admin') {
    if (!fold(draft.adminName)) problems.adminName = draft.adminName.trim() ? 'invalid' : 'required';
    if (!draft.adminEmail.trim()) problems.adminEmail = 'required';
    else if (!isEmail(draft.adminEmail.trim())) problems.adminEmail = 'invalid';
  }
  if (step === 'account' && draft.lend === 'own' && Object.keys(accountProblems(draft.account, { isNew: true })).length > 0)
    problems.account = 'invalid';
  return problems;
}

/** The step to open on: the requested one, or the first before it with an error. */
export const openingStep = (wanted: Step, draft: Registration, room: Room | null = null): Step =>
  steps.slice(0, steps.indexOf(wanted)).find((each) => Object.keys(getProblems(each, draft, room)).length > 0) ?? wanted;

/** The step with the field that the server refused. */
export function stepOfField(field: string): Step {
  if (field.startsWith('party.') || field === 'payerId') return 'payer';
  if (field.startsWith('theme')) return 'theme';
  if (field.startsWith('admin')) return 'admin';
  if (field.startsWith('account')) return 'account';
  if (field === 'subdomain' || field === 'ownDomain') return 'subdomain';
  return /Limit|bonus|trial/.test(field) ? 'limits' : 'data';
}
