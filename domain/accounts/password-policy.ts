// Spec 3 and 5, password pattern; ARCHITECTURE 10: the strictest policy among the account's active tenants applies.
import { isOn } from '../contract/flag.ts';
import type { SettingsForm } from '../settings/contract.ts';
import { fold } from '../text/fold.ts';
import { getLength, normalPassword, passwordLength, settableLength } from './limits.ts';

export type PasswordPolicy = {
  min: number;
  capital: boolean;
  special: boolean;
  /** Days for which a password may be used; null = forever. */
  expiryDays: number | null;
};
export type PasswordFields = Pick<
  SettingsForm,
  'enable_password' | 'min_character' | 'capital_letter' | 'special_characters' | 'expiry_time_password'
>;
/** The user's own words that make a password easy to guess. */
export type About = { email: string; name: string; unit: string };

const passwordRules = ['length', 'long', 'capital', 'special', 'personal', 'common', 'same'] as const;
export type PasswordRule = (typeof passwordRules)[number];

export const defaultPolicy: PasswordPolicy = { min: passwordLength.least, capital: false, special: false, expiryDays: null };

/** One tenant's policy; without enable_password it is the default. */
export function getPolicy(fields: Partial<PasswordFields>): PasswordPolicy {
  if (!isOn(fields.enable_password)) return defaultPolicy;
  const { min_character: min, expiry_time_password: days } = fields;
  return {
    min: Math.min(Math.max(min ?? passwordLength.least, passwordLength.least), settableLength.most),
    capital: isOn(fields.capital_letter),
    special: isOn(fields.special_characters),
    expiryDays: days && days > 0 ? days : null,
  };
}

/** The policy that satisfies all of them: the longest minimum, every required character class, the earliest expiry. */
export function strictest(policies: readonly PasswordPolicy[]): PasswordPolicy {
  const days = policies.flatMap((policy) => policy.expiryDays ?? []);
  return {
    min: Math.max(passwordLength.least, ...policies.map((policy) => policy.min)),
    capital: policies.some((policy) => policy.capital),
    special: policies.some((policy) => policy.special),
    expiryDays: days.length > 0 ? Math.min(...days) : null,
  };
}

const swaps: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i' };
const unswapped = (text: string): string => text.replace(/[013457@$!]/g, (sign) => swaps[sign] ?? sign);

/**
 * The words that a password is built around, with less than a password's length of anything else: as they are, and with digits read as
 * letters.
 */
function getCores(password: string): string[] {
  const folded = fold(normalPassword(password));
  const bare = folded.replace(/^[^a-z]+|[^a-z]+$/g, '');
  const lettersOnly = folded.replace(/[^a-z]/g, '');
  const cores = [folded, bare, lettersOnly, unswapped(folded), unswapped(bare)];
  return [...new Set(cores)].filter((core) => core.length > 0 && folded.length - core.length < passwordLength.least);
}

/** Whether it is a run (abcdefgh, 87654321), one repeated character, or a short piece repeated. */
function isPattern(password: string): boolean {
  const text = fold(normalPassword(password));
  const codes = [...text].map((sign) => sign.codePointAt(0) ?? 0);
  const steps = codes.slice(1).map((code, at) => code - (codes[at] ?? 0));
  const isRun = steps.length > 2 && steps.every((step) => step === steps[0] && Math.abs(step) <= 1);
  return isRun || /^(.{1,4}?)\1+$/u.test(text);
}

/** Whether a password is little more than the name of the user or the unit. */
function isPersonal(password: string, about: About): boolean {
  const [local = '', host = ''] = about.email.split('@');
  const words = [about.name, about.unit].flatMap((text) => [...fold(text).split(/[^a-z0-9]+/), fold(text).replace(/[^a-z0-9]/g, '')]);
  const names = [...words, fold(local), ...fold(local).split(/[^a-z0-9]+/), fold(host.split('.')[0] ?? '')].filter(
    (word) => word.length > 3,
  );
  const text = fold(normalPassword(password));
  // The rest must be at least as long as the name.
  return [text, unswapped(text)].some((form) =>
    names.some((name) => form.includes(name) && form.length - name.length < passwordLength.least),
  );
}

const hasCapital = (password: string): boolean => /\p{Lu}/u.test(normalPassword(password));
const hasSpecial = (password: string): boolean => /[^\p{L}\p{N}\s]/u.test(normalPassword(password));

/**
 * Which rules a new password breaks, in display order. `isCommon` looks its core words up in the list of common passwords; it answers false
 * until that list is loaded.
 */
export function passwordFaults(
  password: string,
  policy: PasswordPolicy,
  about: About,
  isCommon: (cores: readonly string[]) => boolean,
): PasswordRule[] {
  const length = getLength(password);
  const broken: Record<Exclude<PasswordRule, 'same'>, boolean> = {
    length: length < policy.min,
    long: length > passwordLength.most,
    capital: policy.capital && !hasCapital(password),
    special: policy.special && !hasSpecial(password),
    personal: isPersonal(password, about),
    common: isPattern(password) || isCommon(getCores(password)),
  };
  return passwordRules.filter((rule) => rule !== 'same' && broken[rule]);
}

export const strengths = ['weak', 'fair', 'good', 'strong'] as const;
export type Strength = (typeof strengths)[number];

/** A rating for how long guessing would take: length counts most, character classes a little, anything easy to guess not at all. */
export function getStrength(password: string, faults: readonly PasswordRule[]): Strength {
  if (faults.some((fault) => fault === 'length' || fault === 'personal' || fault === 'common')) return 'weak';
  const text = normalPassword(password);
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((kind) => kind.test(text)).length;
  const points = Math.min(getLength(password), new Set(text).size * 2) + (kinds - 1) * 2;
  if (points < 11) return 'weak';
  if (points < 14) return 'fair';
  return points < 19 ? 'good' : 'strong';
}

/** Whether a password has been in use longer than its policy allows. */
export const isExpired = (since: number, policy: PasswordPolicy, now: number): boolean =>
  policy.expiryDays !== null && now >= since + policy.expiryDays * 86_400_000;
