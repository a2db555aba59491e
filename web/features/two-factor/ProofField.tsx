import type { OwnFactors } from '../../../domain/two-factor/contract.ts';
import { useTranslation } from '../../app/i18n.ts';
import { Field, PasswordField } from '../session/index.ts';

type Props = { proof: OwnFactors['proof']; value: string; error: string | undefined; onChange: (typed: string) => void };

/** By what somebody shows that it is he: the password, or a code where a password will not do; nothing of who has neither. */
export function ProofField({ proof, value, error, onChange }: Props) {
  const { t } = useTranslation();
  if (proof === 'none') return null;
  const shared = { value, onChange: (event: { currentTarget: HTMLInputElement }) => onChange(event.currentTarget.value) };
  if (proof === 'password')
    return <PasswordField {...shared} name="proof" autoComplete="current-password" label={t('factor.own.password')} error={error} />;
  return (
    <Field
      {...shared}
      name="proof"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={40}
      label={t('factor.own.proofCode')}
      {...(error !== undefined && { error })}
    />
  );
}

/** The same as the API takes it. */
export const proofOf = (proof: OwnFactors['proof'], typed: string): { password?: string; code?: string } =>
  proof === 'none' ? {} : proof === 'password' ? { password: typed } : { code: typed };
