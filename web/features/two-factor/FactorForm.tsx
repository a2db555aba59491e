import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { FactorPage, PasskeyCreation } from '../../../domain/two-factor/contract.ts';
import { type CallInput, type CallOutput, call } from '../../app/data/api.ts';
import { ApiError } from '../../app/data/api-error.ts';
import { loadPortal } from '../../app/start/load-portal.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { IconFingerprint } from '../../ui/icons.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Field, HoursBelow, signInSentence } from '../session/index.ts';
import { AppSetup } from './AppSetup.tsx';
import { LostFactors } from './LostFactors.tsx';
import { MailedCode } from './MailedCode.tsx';
import { makePasskey } from './make-passkey.ts';
import { signWithPasskey } from './sign-with-passkey.ts';

type Given = CallOutput<'POST /api/login/2fa'>;
type Input = Omit<CallInput<'POST /api/login/2fa'>, 'token'>;
type Props = { token: string; page: FactorPage; onGiven: (answer: Given) => Promise<void>; onOver: () => void };

/**
 * Input for an authenticator or recovery code, or a passkey; for users without a factor, creating a passkey or entering the first app's
 * code.
 */
export function FactorForm({ token, page, onGiven, onOver }: Props) {
  const { t, language } = useTranslation();
  const [way, setWay] = useState<'app' | 'recovery'>(page.app || page.setup ? 'app' : 'recovery');
  const [code, setCode] = useState('');
  const [remember, setRemember] = useState(false);
  const [mailCode, setMailCode] = useState('');
  const [mailFault, setMailFault] = useState<string | undefined>();
  const [fault, setFault] = useState<string | undefined>();
  const [problem, setProblem] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const [making, setMaking] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const setup = page.setup;
  const newPasskey = typeof PublicKeyCredential === 'undefined' ? null : page.setupPasskey;
  const label = t(way === 'app' ? 'factor.code' : 'factor.recovery');
  const focusMail = () => form.current?.querySelector<HTMLInputElement>('[name=mail-code]')?.focus();
  /** Whether the e-mailed code, required for an account's first factor, is still missing. */
  const lacksMailCode = () => {
    if (!page.mailCode || mailCode.trim() !== '') return false;
    setMailFault(t('ui.form.required', { name: t('factor.mail.code') }));
    focusMail();
    return true;
  };
  const focusCode = () => form.current?.querySelector<HTMLInputElement>('[name=code]')?.focus();
  // Users with an app type at once; where a passkey or a first app comes first, the page is read from the top.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens.
  useEffect(() => {
    if (page.app && !setup) focusCode();
  }, []);

  async function give(input: Input) {
    if (busy) return;
    setBusy(true);
    setFault(undefined);
    setProblem(null);
    setRefusal(null);
    try {
      await onGiven(await call('POST /api/login/2fa', { token, remember, ...(page.mailCode && { mail_code: mailCode }), ...input }));
    } catch (error) {
      setBusy(false);
      setMaking(false);
      if (!(error instanceof ApiError)) throw error;
      if (error.handled) return;
      if (error.status === 'factor_over') return onOver();
      if (input.setupPasskey && error.status === 'factor_wrong') return setProblem(t('factor.own.passkeyFailed'));
      if (input.passkey && error.status === 'factor_wrong') return setProblem(t('factor.confirm.passkeyNone'));
      if (error.field === 'mail_code') {
        setMailFault(signInSentence(error, language));
        return focusMail();
      }
      if (error.field !== 'code') {
        setRefusal(error);
        return setProblem(signInSentence(error, language));
      }
      setFault(signInSentence(error, language));
      setCode('');
      focusCode();
    }
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    if (lacksMailCode()) return;
    if (code.trim() !== '') return void give({ code, ...(setup && { setup: { id: setup.id, seal: setup.seal } }) });
    setFault(t('ui.form.required', { name: label }));
    focusCode();
  }

  async function givePasskey() {
    if (!page.passkey) return;
    setProblem(null);
    const passkey = await signWithPasskey(page.passkey);
    if (passkey) return give({ passkey });
    setProblem(t('factor.confirm.passkeyNone'));
  }

  async function setUpPasskey(options: PasskeyCreation) {
    if (busy || making || lacksMailCode()) return;
    setProblem(null);
    setFault(undefined);
    setMaking(true);
    const setupPasskey = await makePasskey(options);
    if (setupPasskey) return give({ setupPasskey });
    setMaking(false);
    setProblem(t('factor.own.passkeyFailed'));
  }
  const trouble = problem && (
    <Notice tone="err" live>
      {problem}
      <HoursBelow error={refusal} />
    </Notice>
  );

  return (
    <form ref={form} className="factor-form" onSubmit={submit} noValidate aria-busy={busy}>
      {page.mailCode && (
        <MailedCode
          send={() => call('POST /api/login/2fa/help', { token, what: 'code' })}
          value={mailCode}
          error={mailFault}
          onChange={(typed) => {
            setMailCode(typed);
            setMailFault(undefined);
          }}
        />
      )}
      {newPasskey && (
        <>
          <Button kind="login" size="l" block icon={IconFingerprint} loading={making} onClick={() => void setUpPasskey(newPasskey)}>
            {t('factor.setup.passkey')}
          </Button>
          <p className="small muted">{t('factor.setup.passkeyText')}</p>
          {trouble}
          <p className="factor-or small muted">{t('factor.setup.orApp')}</p>
        </>
      )}
      {setup && <AppSetup fresh={setup} />}
      {page.passkey && (
        <Button kind={page.app ? 'default' : 'login'} size="l" block icon={IconFingerprint} onClick={() => void givePasskey()}>
          {t('factor.usePasskey')}
        </Button>
      )}
      {!setup && !page.app && !page.passkey && <Notice tone="info">{t('factor.elsewhere')}</Notice>}
      <Field
        key={way}
        name="code"
        label={label}
        value={code}
        {...(way === 'app' && { inputMode: 'numeric' as const })}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        {...(fault !== undefined && { error: fault })}
        onFocus={() => void loadPortal().catch(() => undefined)}
        onChange={(event) => {
          setCode(event.currentTarget.value);
          setFault(undefined);
        }}
      />
      <label className="factor-check">
        <input type="checkbox" name="remember" checked={remember} onChange={(event) => setRemember(event.currentTarget.checked)} />
        {t('factor.remember')}
      </label>
      {!newPasskey && trouble}
      <Button type="submit" kind={newPasskey || (page.passkey && !page.app) ? 'default' : 'login'} size="l" block loading={busy}>
        {t(setup ? 'factor.setup.submit' : 'factor.submit')}
      </Button>
      {!setup && page.app && page.recovery && (
        <div className="factor-other">
          <Button
            kind="text"
            onClick={() => {
              setWay(way === 'app' ? 'recovery' : 'app');
              setCode('');
              setFault(undefined);
              requestAnimationFrame(focusCode);
            }}
          >
            {t(way === 'app' ? 'factor.useRecovery' : 'factor.useApp')}
          </Button>
          {!page.lost && <p className="small muted">{t('factor.help')}</p>}
        </div>
      )}
      {page.lost && <LostFactors token={token} until={page.lostUntil} onOver={onOver} />}
    </form>
  );
}
