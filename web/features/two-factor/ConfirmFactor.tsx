import { IconFingerprint } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type CallInput, call } from '../../app/api.ts';
import { ApiError } from '../../app/api-error.ts';
import { useTranslation } from '../../app/i18n.ts';
import { go } from '../../app/navigation.ts';
import { errorText } from '../../app/notify.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeletons.tsx';
import { ProofField } from './ProofField.tsx';
import { ownFactorsQuery } from './queries.ts';
import './two-factor.css';

type Props = { onConfirmed: () => void; onClose: () => void };

/** The second factor once more, before something that wants it fresh; who has none is led to set one up. */
export function ConfirmFactor({ onConfirmed, onClose }: Props) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(ownFactorsQuery);
  const any = data && (data.app || data.passkeys.length > 0 || data.recovery > 0);
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('factor.confirm.title')}
      text={t(data && !any ? 'factor.confirm.none' : 'factor.confirm.text')}
    >
      {error && !data && <ErrorState text={errorText(error)} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton height={112} radius={10} />}
      {data && !any && <SetUpFirst onClose={onClose} />}
      {data && any && (
        <Confirmation
          passkey={typeof PublicKeyCredential !== 'undefined' && data.passkeys.some(({ here }) => here)}
          code={data.app !== null || data.recovery > 0}
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

/** The browser's answer to a challenge for one of one's own passkeys; null when the person or the device did not want to. */
async function answerOfPasskey() {
  const { challenge } = await call('POST /api/auth/account/passkeys/challenge', {});
  if (!challenge) return null;
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = challenge as Parameters<typeof startAuthentication>[0]['optionsJSON']; // because transports are told as the browser told them
  const answer = await startAuthentication({ optionsJSON }).catch(() => null);
  return answer && { ...answer, clientExtensionResults: {} };
}

/** By a passkey of this host, or by a code. */
function Confirmation({ passkey, code: takesCode, onConfirmed, onClose }: Props & { passkey: boolean; code: boolean }) {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<string | undefined>();
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState<'code' | 'passkey' | null>(null);
  const form = useRef<HTMLFormElement>(null);
  // It stands when the dialog does already: the focus goes to what is to be done.
  useEffect(() => form.current?.querySelector<HTMLElement>('.factor-passkey, [name=proof]')?.focus(), []);
  const refuse = (words: string) => {
    setFault(words);
    form.current?.querySelector<HTMLInputElement>('[name=proof]')?.focus();
  };
  const give = async (proof: CallInput<'POST /api/auth/account/factors/confirm'>) => {
    try {
      await call('POST /api/auth/account/factors/confirm', proof);
      onConfirmed();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setBusy(null);
      if (error.handled) return;
      if (!proof.code) return setProblem(error.status === 'too_many_attempts' ? errorText(error) : t('factor.confirm.passkeyNone'));
      setCode('');
      refuse(errorText(error));
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setProblem(null);
    if (code.trim() === '') return refuse(t('ui.form.required', { name: t('factor.own.proofCode') }));
    setBusy('code');
    void give({ code });
  };
  const givePasskey = async () => {
    if (busy) return;
    setProblem(null);
    setFault(undefined);
    setBusy('passkey');
    const answer = await answerOfPasskey().catch(() => null);
    if (answer) return give({ passkey: answer });
    setBusy(null);
    setProblem(t('factor.confirm.passkeyNone'));
  };
  return (
    <form ref={form} className="factor-form" onSubmit={submit} noValidate aria-busy={busy !== null}>
      {passkey && (
        <Button
          kind="primary"
          icon={IconFingerprint}
          block
          loading={busy === 'passkey'}
          className="factor-passkey"
          onClick={() => void givePasskey()}
        >
          {t('factor.usePasskey')}
        </Button>
      )}
      {problem && (
        <Notice tone="err" live>
          {problem}
        </Notice>
      )}
      {passkey && takesCode && <p className="factor-or small muted">{t('session.ways.or')}</p>}
      {takesCode && (
        <ProofField
          proof="code"
          value={code}
          error={fault}
          onChange={(typed) => {
            setCode(typed);
            setFault(undefined);
          }}
        />
      )}
      {!passkey && !takesCode && <Notice tone="info">{t('factor.elsewhere')}</Notice>}
      <div className="dialog-actions">
        <Button onClick={onClose}>{t('ui.cancel')}</Button>
        {takesCode && (
          <Button kind={passkey ? 'default' : 'primary'} type="submit" loading={busy === 'code'}>
            {t('factor.own.continue')}
          </Button>
        )}
      </div>
    </form>
  );
}
