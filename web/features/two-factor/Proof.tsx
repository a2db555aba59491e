import { useQuery } from '@tanstack/react-query';
import type { CallInput } from '../../app/api.ts';
import type { ApiError } from '../../app/api-error.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { IconFingerprint } from '../../ui/icons.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Field, PasswordField } from '../session/index.ts';
import { ownFactorsQuery } from './queries.ts';
import { signWithOwnPasskey } from './sign-with-passkey.ts';
import type { ProvesBy, Ways } from './ways-to-prove.ts';

type Props = {
  ways: Ways;
  /** Of the button that takes the passkey: what it leads to. */
  kind: 'primary' | 'danger';
  value: string;
  error: string | undefined;
  problem: string | null;
  busy: ProvesBy | null;
  onChange: (typed: string) => void;
  onPasskey: () => void;
};

/** By what somebody shows that it is he: a passkey of this host, or what he types; nothing of who has neither password nor factor. */
export function Proof({ ways, kind, value, error, problem, busy, onChange, onPasskey }: Props) {
  const { t } = useTranslation();
  return (
    <>
      {ways.passkey && (
        <Button
          kind={kind}
          // Where nothing is typed for it, Enter in another field asks for it too.
          type={ways.typed ? 'button' : 'submit'}
          icon={IconFingerprint}
          block
          loading={busy === 'passkey'}
          className="factor-passkey"
          {...(ways.typed && { onClick: onPasskey })}
        >
          {t('factor.usePasskey')}
        </Button>
      )}
      {problem && (
        <Notice tone="err" live>
          {problem}
        </Notice>
      )}
      {ways.passkey && ways.typed && <p className="factor-or small muted">{t('session.ways.or')}</p>}
      {ways.typed && <ProofField ways={ways} value={value} error={error} onChange={onChange} />}
      {ways.stuck && <Elsewhere />}
    </>
  );
}

function ProofField({ ways, value, error, onChange }: Pick<Props, 'ways' | 'value' | 'error' | 'onChange'>) {
  const { t } = useTranslation();
  const shared = {
    name: 'proof',
    label: t(ways.label),
    value,
    onChange: (event: { currentTarget: HTMLInputElement }) => onChange(event.currentTarget.value),
  };
  if (ways.typed === 'password') return <PasswordField {...shared} autoComplete="current-password" error={error} />;
  return (
    <Field
      {...shared}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={40}
      {...(error !== undefined && { error })}
    />
  );
}

/** Where the passkeys are of use. */
function Elsewhere() {
  const { t } = useTranslation();
  const hosts = new Set(useQuery(ownFactorsQuery).data?.passkeys.map(({ host }) => host));
  return <Notice tone="info">{t('factor.own.elsewhere', { hosts: [...hosts].join(', ') })}</Notice>;
}

/** The proof as the API takes it; null when a passkey was asked for and did not answer. */
export async function proofGiven(
  by: ProvesBy,
  { typed }: Ways,
  value: string,
): Promise<CallInput<'POST /api/auth/account/passkeys/options'> | null> {
  if (by === 'typed') return typed ? { [typed]: value } : {};
  const passkey = await signWithOwnPasskey().catch(() => null);
  return passkey && { passkey };
}

/** The portal did not take what the passkey signed; why, is nothing that a person could mend. */
export const isNoPasskey = ({ status }: ApiError): boolean => status === 'factor_wrong' || status === 'factor_over';
