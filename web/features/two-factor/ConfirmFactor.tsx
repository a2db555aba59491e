import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { go } from '../../app/address/navigation.ts';
import { call } from '../../app/data/api.ts';
import { ApiError } from '../../app/data/api-error.ts';
import { errorText } from '../../app/notices/notify.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeletons.tsx';
import { isNoPasskey, Proof, proofGiven } from './Proof.tsx';
import { ownFactorsQuery } from './queries.ts';
import { browserHasPasskeys, type ProvesBy, unseen, type Ways, waysToProve } from './ways-to-prove.ts';
import './two-factor.css';

type Props = { onConfirmed: () => void; onClose: () => void };
type Question = Props & {
  /** Why it is required. */
  text?: string;
  /** Above another dialog or drawer. */
  top?: boolean;
  /** The server reports a factor, which may belong to the account and be hidden from this session. */
  held?: boolean;
};

/** Asks for the second factor again, before an action that requires a fresh one; users without one are sent to set one up. */
export function ConfirmFactor({ onConfirmed, onClose, text, top = false, held = false }: Question) {
  const { t } = useTranslation();
  // No suspense: the dialog's own text depends on the answer.
  const { data, error, refetch } = useQuery(ownFactorsQuery);
  const shown = data && (data.app || data.passkeys.length > 0 || data.recovery > 0);
  const any = shown || held;
  return (
    <Dialog
      opened
      onClose={onClose}
      top={top}
      title={t('factor.confirm.title')}
      text={data && !any ? t('factor.confirm.none') : (text ?? t('factor.confirm.text'))}
    >
      {error && !data && <ErrorState text={errorText(error)} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton height={112} radius={10} />}
      {data && !any && <SetUpFirst onClose={onClose} />}
      {data && any && (
        <Confirmation
          // A password does not count, however recent this session's factor is.
          ways={shown ? waysToProve({ ...data, proof: 'code' }, browserHasPasskeys()) : unseen()}
          onConfirmed={onConfirmed}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

function SetUpFirst({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const first = useRef<HTMLButtonElement>(null);
  // Focus belongs to the document; it was on what the dialog replaced.
  useEffect(() => first.current?.focus(), []);
  return (
    <div className="dialog-actions">
      <Button onClick={onClose}>{t('ui.cancel')}</Button>
      <Button ref={first} kind="primary" onClick={() => go('/?account=security')}>
        {t('factor.confirm.setUp')}
      </Button>
    </div>
  );
}

/** Confirmation by a passkey of this host, or by a code. */
function Confirmation({ ways, onConfirmed, onClose }: Props & { ways: Ways }) {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<string | undefined>();
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState<ProvesBy | null>(null);
  const form = useRef<HTMLFormElement>(null);
  // Rendered after the dialog has opened, so focus is moved to the first control here.
  useEffect(() => form.current?.querySelector<HTMLElement>('.factor-passkey, [name=proof-code]')?.focus(), []);
  const refuse = (words: string) => {
    setFault(words);
    form.current?.querySelector<HTMLInputElement>('[name=proof-code]')?.focus();
  };
  const give = async (by: ProvesBy) => {
    if (busy) return;
    setProblem(null);
    setFault(undefined);
    if (by === 'typed' && code.trim() === '') return refuse(t('ui.form.required', { name: t(ways.labels.code) }));
    setBusy(by);
    const proof = await proofGiven(by, ways, { password: '', code });
    if (!proof) {
      setBusy(null);
      return setProblem(t('factor.confirm.passkeyNone'));
    }
    try {
      await call('POST /api/auth/account/factors/confirm', proof);
      onConfirmed();
    } catch (error) {
      setBusy(null);
      if (!(error instanceof ApiError)) throw error;
      if (error.handled) return;
      if (by === 'passkey') return setProblem(isNoPasskey(error) ? t('factor.confirm.passkeyNone') : errorText(error));
      setCode('');
      refuse(errorText(error));
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void give(ways.typed.length > 0 ? 'typed' : 'passkey');
  };
  return (
    <form ref={form} className="factor-form" onSubmit={submit} noValidate aria-busy={busy !== null}>
      <Proof
        ways={ways}
        kind="primary"
        values={{ password: '', code }}
        errors={fault === undefined ? {} : { code: fault }}
        problem={problem}
        busy={busy}
        onChange={(_, typed) => {
          setCode(typed);
          setFault(undefined);
        }}
        onPasskey={() => void give('passkey')}
      />
      <div className="dialog-actions">
        <Button onClick={onClose}>{t('ui.cancel')}</Button>
        {ways.typed.length > 0 && (
          <Button kind={ways.passkey ? 'default' : 'primary'} type="submit" loading={busy === 'typed'}>
            {t('factor.own.continue')}
          </Button>
        )}
      </div>
    </form>
  );
}
