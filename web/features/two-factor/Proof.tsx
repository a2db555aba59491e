import { useSuspenseQuery } from '@tanstack/react-query';
import type { CallInput } from '../../app/data/api.ts';
import type { ApiError } from '../../app/data/api-error.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { IconFingerprint } from '../../ui/icons.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Field, PasswordField } from '../session/index.ts';
import { ownFactorsQuery } from './queries.ts';
import { signWithOwnPasskey } from './sign-with-passkey.ts';
import type { ProvesBy, Typed, Ways } from './ways-to-prove.ts';

type Props = {
  ways: Ways;
  /** The look of the passkey button, by what it leads to. */
  kind: 'primary' | 'danger';
  values: Record<Typed, string>;
  errors: Partial<Record<Typed, string>>;
  problem: string | null;
  busy: ProvesBy | null;
  onChange: (field: Typed, typed: string) => void;
  onPasskey: () => void;
};

/** Proves the user's identity with a passkey of this host or typed secrets; renders nothing for users with neither password nor factor. */
export function Proof({ ways, kind, values, errors, problem, busy, onChange, onPasskey }: Props) {
  const { t } = useTranslation();
  const byTyping = ways.typed.length > 0;
  return (
    <>
      {ways.passkey && (
        <Button
          kind={kind}
          // When the passkey is the only proof, Enter in another field triggers it too.
          type={byTyping ? 'button' : 'submit'}
          icon={IconFingerprint}
          block
          loading={busy === 'passkey'}
          className="factor-passkey"
          {...(byTyping && { onClick: onPasskey })}
        >
          {t('factor.usePasskey')}
        </Button>
      )}
      {problem && (
        <Notice tone="err" live>
          {problem}
        </Notice>
      )}
      {ways.passkey && byTyping && <p className="factor-or small muted">{t('session.ways.or')}</p>}
      {ways.typed.map((field) => (
        <ProofField
          key={field}
          field={field}
          label={t(ways.labels[field])}
          value={values[field]}
          error={errors[field]}
          onChange={(typed) => onChange(field, typed)}
        />
      ))}
      {ways.stuck && <Elsewhere />}
    </>
  );
}

type OneField = { field: Typed; label: string; value: string; error: string | undefined; onChange: (typed: string) => void };

function ProofField({ field, label, value, error, onChange }: OneField) {
  const shared = {
    name: `proof-${field}`,
    label,
    value,
    onChange: (event: { currentTarget: HTMLInputElement }) => onChange(event.currentTarget.value),
  };
  if (field === 'password') return <PasswordField {...shared} autoComplete="current-password" error={error} />;
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
  const hosts = new Set(useSuspenseQuery(ownFactorsQuery).data.passkeys.map(({ host }) => host));
  return <Notice tone="info">{t('factor.own.elsewhere', { hosts: [...hosts].join(', ') })}</Notice>;
}

/** The proof in the API's format; null when a requested passkey did not respond. */
export async function proofGiven(
  by: ProvesBy,
  { typed }: Ways,
  values: Record<Typed, string>,
): Promise<CallInput<'POST /api/auth/account/passkeys/options'> | null> {
  if (by === 'typed') return Object.fromEntries(typed.map((field) => [field, values[field]]));
  const passkey = await signWithOwnPasskey().catch(() => null);
  return passkey && { passkey };
}

/** The portal rejected the passkey's signature; the user cannot fix the cause. */
export const isNoPasskey = ({ status }: ApiError): boolean => status === 'factor_wrong' || status === 'factor_over';
