import { type FormEvent, useRef, useState } from 'react';
import type { LinkConfig } from '../../../domain/identities/contract.ts';
import { type CallInput, type CallOutput, call } from '../../app/data/api.ts';
import { ApiError } from '../../app/data/api-error.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { IconFingerprint } from '../../ui/icons.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Field, HoursBelow, PasswordField, signInSentence } from '../session/index.ts';
import { signWithPasskey } from '../two-factor/index.ts';
import './confirm-link.css';

type Input = Omit<CallInput<'POST /api/login/link'>, 'token'>;
type Props = {
  token: string;
  page: LinkConfig;
  onConfirmed: (answer: CallOutput<'POST /api/login/link'>) => Promise<void>;
  onOver: () => void;
};
type Faults = { password?: string; code?: string };

/** Proof by the account's own sign-in method, or by an e-mailed code for accounts without one. */
export function ConfirmLinkForm({ token, page, onConfirmed, onOver }: Props) {
  const { t, language } = useTranslation();
  const byMail = page.by === 'mail';
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [faults, setFaults] = useState<Faults>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const [sending, setSending] = useState(false);
  const [sent, setSent] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const focus = (name: string) => requestAnimationFrame(() => form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus());
  const asksCode = byMail ? sent : page.code;
  const codeLabel = t(byMail ? 'link.mailedCode' : 'link.factorCode');

  function explain(error: unknown, input: Input) {
    if (!(error instanceof ApiError)) throw error;
    if (error.handled) return;
    if (error.status === 'factor_over') return onOver();
    if (input.passkey && error.status === 'factor_wrong') return setProblem(t('factor.confirm.passkeyNone'));
    const field = error.field === 'password' ? 'password' : error.field === 'code' || error.status === 'factor_wrong' ? 'code' : null;
    if (!field) {
      setRefusal(error);
      return setProblem(signInSentence(error, language));
    }
    setFaults({ [field]: signInSentence(error, language) });
    if (field === 'code') setCode('');
    focus(field);
  }
  async function give(input: Input) {
    if (busy) return;
    setBusy(true);
    setFaults({});
    setProblem(null);
    setRefusal(null);
    try {
      await onConfirmed(await call('POST /api/login/link', { token, ...input }));
    } catch (error) {
      setBusy(false);
      explain(error, input);
    }
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    if (byMail && !sent) return void send();
    const missing: Faults = {
      ...(!byMail && password === '' && { password: t('ui.form.required', { name: t('session.password') }) }),
      ...(asksCode && code.trim() === '' && { code: t('ui.form.required', { name: codeLabel }) }),
    };
    setFaults(missing);
    const [first] = Object.keys(missing);
    if (first) return focus(first);
    void give({ ...(!byMail && { password }), ...(asksCode && { code }) });
  }
  async function send() {
    if (sending) return;
    setSending(true);
    setProblem(null);
    try {
      await call('POST /api/login/link/code', { token });
      setSent(true);
      setCode('');
      focus('code');
    } catch (error) {
      explain(error, {});
    }
    setSending(false);
  }
  async function givePasskey() {
    if (!page.passkey) return;
    setProblem(null);
    const passkey = await signWithPasskey(page.passkey);
    if (passkey) return give({ passkey });
    setProblem(t('factor.confirm.passkeyNone'));
  }

  return (
    <form ref={form} className="confirm-link" onSubmit={submit} noValidate aria-busy={busy}>
      {page.passkey && (
        <Button size="l" block icon={IconFingerprint} onClick={() => void givePasskey()}>
          {t('factor.usePasskey')}
        </Button>
      )}
      {!byMail && (
        <PasswordField
          name="password"
          label={t('session.password')}
          value={password}
          autoComplete="current-password"
          error={faults.password}
          onChange={(event) => {
            setPassword(event.currentTarget.value);
            setFaults({});
          }}
        />
      )}
      {byMail && (
        <Notice tone={sent ? 'ok' : 'info'} live>
          {t(sent ? 'link.sent' : 'link.mail', { email: page.email })}
        </Notice>
      )}
      {asksCode && (
        <Field
          name="code"
          label={codeLabel}
          value={code}
          {...(byMail && { inputMode: 'numeric' as const })}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          {...(faults.code !== undefined && { error: faults.code })}
          onChange={(event) => {
            setCode(event.currentTarget.value);
            setFaults({});
          }}
        />
      )}
      {problem && (
        <Notice tone="err" live>
          {problem}
          <HoursBelow error={refusal} />
        </Notice>
      )}
      <Button type="submit" kind="login" size="l" block loading={busy || (sending && !sent)}>
        {t(byMail && !sent ? 'link.send' : 'factor.submit')}
      </Button>
      {byMail && sent && (
        <Button kind="text" block loading={sending} onClick={() => void send()}>
          {t('link.sendAgain')}
        </Button>
      )}
    </form>
  );
}
