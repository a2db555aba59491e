import type { PasswordRule } from '../../../domain/accounts/password-policy.ts';
import type { Translate } from '../../i18n.ts';

/** The error under a password that breaks a rule, in the server's words. */
export function brokenRule(t: Translate, rule: PasswordRule, { min, max }: { min: number; max: number }): string {
  const reason = t(`account.rule.${rule}`, { min, max });
  return t('password_refused', { reason: `${reason.charAt(0).toLowerCase()}${reason.slice(1)}` });
}
