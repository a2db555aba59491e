import { passwordLength } from '../../../domain/accounts/limits.ts';
import {
  type About,
  getPolicy,
  type PasswordFields,
  type PasswordPolicy,
  passwordFaults,
  strictest,
} from '../../../domain/accounts/password-policy.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { accountTexts } from '../../../i18n/account-server.ts';
import type { Context } from '../../request/context.ts';
import { describeError, logLine } from '../../request/log.ts';
import { isLeaked } from '../../services/leaked-password.ts';

/** Combines the database's rules of all of an account's tenants into one policy. */
export const policyFrom = (rules: readonly Partial<PasswordFields>[] | null): PasswordPolicy => strictest((rules ?? []).map(getPolicy));

/** The policy as sent to the browser, with its texts in the language of the call. */
export async function presentPolicy(policy: PasswordPolicy, ctx: Context) {
  const t = await accountTexts(ctx.language ?? ctx.tenant.language);
  const shown = ['length', ...(policy.capital ? ['capital'] : []), ...(policy.special ? ['special'] : []), 'personal', 'common'];
  return {
    policy: { ...policy, max: passwordLength.most },
    words: [
      ...shown.map((rule) => t(`account.rule.${rule}`, { min: policy.min })),
      ...(policy.expiryDays ? [t('account.expiry', { count: policy.expiryDays })] : []),
    ],
  };
}

/**
 * Refuses a new password that breaks a rule, naming the first. The list of common passwords is loaded on demand; the service for leaked
 * ones is asked last.
 */
export async function refuseWeak(password: string, policy: PasswordPolicy, about: About, ctx: Context): Promise<void> {
  const { isCommonPassword } = await import('../../../domain/accounts/common-passwords.ts');
  const [fault] = passwordFaults(password, policy, about, isCommonPassword);
  if (fault) throw await refusal(fault, policy, ctx);
  const onFailure = (error: unknown) => logLine('warn', 'password_range_unanswered', describeError(error));
  if (await isLeaked(password, ctx.env.LEAKED_PASSWORDS_API ?? '', onFailure)) throw await refusal('leaked', policy, ctx);
}

export async function refusal(rule: string, policy: PasswordPolicy, ctx: Context): Promise<AppError> {
  const t = await accountTexts(ctx.language ?? ctx.tenant.language);
  const text = t(`account.rule.${rule}`, { min: policy.min, max: passwordLength.most });
  return new AppError('password_refused', { rule, reason: `${text.charAt(0).toLowerCase()}${text.slice(1)}` }, { field: 'password' });
}
