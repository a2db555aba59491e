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
  /** The look of the passkey button, by what it leads to. */
  kind: 'primary' | 'danger';
  value: string;
  error: string | undefined;
  problem: string | null;
  busy: ProvesBy | null;
  onChange: (typed: string) => void;
  onPasskey: () => void;
};

/** Proves the user's identity with a passkey of this host or a typed secret; renders nothing for users with neither password nor factor. */
export function Proof({ ways, kind, value, error, problem, busy, onChange, onPasskey }: Props) {
  const { t } = useTranslation();
  return (
    <>
      {ways.passkey && (
        <Button
          kind={kind}
          // When the passkey is the only proof, Enter in another field triggers it too.
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

/** Explains where the passkeys can be used. */
function Elsewhere() {
  const { t } = useTranslation();
  const hosts = new Set(useQuery(ownFactorsQuery).data?.passkeys.map(({ host }) => host));
  return <Notice tone="info">{t('factor.own.elsewhere', { hosts: [...hosts].join(', ') })}</Notice>;
}

/** The proof in the API's format; null when a requested passkey did not respond. */
export async function proofGiven(
  by: ProvesBy,
  { typed }: Ways,
  value: string,
): Promise<CallInput<'POST /api/auth/account/passkeys/options'> | null> {
  if (by === 'typed') return typed ? { [typed]: value } : {};
  const passkey = await signWithOwnPasskey().catch(() => null);
  return passkey && { passkey };
}

/** The portal rejected the passkey's signature; the user cannot fix the cause. */
export const isNoPasskey = ({ status }: ApiError): boolean => status === 'factor_wrong' || status === 'factor_over';
