import type { Profile } from '../access/profile.ts';

export const stepNames = ['account', 'workspace', 'reports', 'unit', 'people', 'look'] as const;
export type StepName = (typeof stepNames)[number];

/** What may wait for administrators, the most urgent first. */
export const needKinds = [
  'trial',
  'secret',
  'account',
  'mail',
  'seats',
  'requests',
  'remote',
  'tasks',
  'displays',
  'values',
  'unidentified',
  'import',
  'invited',
  'unitTrial',
  'unitSeats',
  'unitInvited',
] as const;
export type NeedKind = (typeof needKinds)[number];

export type StepFacts = {
  accounts: number;
  /** Accounts in use whose last connection test passed. */
  working: number;
  workspaces: number;
  reports: number;
  units: number;
  /** All users of the tenant but the caller. */
  others: number;
  ownTheme: boolean;
};

const ofUnit: readonly StepName[] = ['account', 'workspace', 'reports', 'people', 'look'];
const ofPartner: readonly StepName[] = ['unit', 'people', 'look'];

/** The first-day checklist. A step is done when its object exists: it isn't ticked by hand. */
export function getSteps(profile: Profile, facts: StepFacts): { name: StepName; done: boolean; count: number }[] {
  const all: Record<StepName, { done: boolean; count: number }> = {
    // Reports that came from an account prove it as well as a test does.
    account: { done: facts.working > 0 || (facts.accounts > 0 && facts.reports > 0), count: facts.accounts },
    workspace: { done: facts.workspaces > 0, count: facts.workspaces },
    reports: { done: facts.reports > 0, count: facts.reports },
    unit: { done: facts.units > 0, count: facts.units },
    people: { done: facts.others > 0, count: facts.others },
    look: { done: facts.ownTheme, count: facts.ownTheme ? 1 : 0 },
  };
  return (profile === 'master' ? ofPartner : ofUnit).map((name) => ({ name, ...all[name] }));
}

/** Seats are reported from 90 % on. */
export const seatsAreShort = (used: number, limit: number | null): boolean => limit !== null && used * 10 >= limit * 9;
