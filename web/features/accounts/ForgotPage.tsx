import { type FormEvent, useRef, useState } from 'react';
import { isEmail } from '../../../domain/validation/email.ts';
import { go } from '../../app/address/navigation.ts';
import { call } from '../../app/data/api.ts';
import { ApiError } from '../../app/data/api-error.ts';
import { signInPage } from '../../app/start/boot.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PublicLayout } from '../../ui/PublicLayout.tsx';
import { Field, OtherWays, signInSentence } from '../session/index.ts';

const asked = () => new URLSearchParams(location.search).get('email') ?? '';
const toSignIn = (email: string) => go(email ? `/signin?email=${encodeURIComponent(email)}` : '/signin');

/** Requests a password-reset link. The response is the same whether or not an account has the address (BEHAVIOUR 17). */
export function ForgotPage() {
  const { t, language } = useTranslation();
  const [email, setEmail] = useState(asked);
  const [fault, setFault] = useState<string | undefined>();
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState<string | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const offered = signInPage?.ways.includes('password') ?? true;
  const back = (
    <Button size="l" block onClick={() => toSignIn(email)}>
      {t('session.backToSignIn')}
    </Button>
  );
  const focusBox = () => requestAnimationFrame(() => box.current?.focus());

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const address = email.trim();
    setProblem(null);
    const label = { name: t('session.email') };
    const wrong = address === '' ? t('ui.form.required', label) : isEmail(address) ? undefined : t('ui.form.invalid', label);
    setFault(wrong);
    if (wrong) return event.currentTarget.querySelector('input')?.focus();
    setBusy(true);
    try {
      await call('POST /api/password/forgot', { email: address });
      setSent(address);
    } catch (error) {
      if (error instanceof ApiError && error.handled) return;
      const told = error instanceof ApiError && (error.status === 'too_many_attempts' || error.status === 'password_not_offered');
      setProblem(told ? signInSentence(error, language) : t('account.forgot.failed'));
    } finally {
      setBusy(false);
      focusBox();
    }
  }

  if (!offered)
    return (
      <PublicLayout title={t('account.forgot')} lead={t('password_not_offered')}>
        <OtherWays email={email} />
        {back}
      </PublicLayout>
    );
  if (sent !== null)
    return (
      <PublicLayout title={t('account.forgot')}>
        <div ref={box} tabIndex={-1} className="sign-in-problem">
          <Notice tone="ok" title={t('account.forgot.sent')} live>
            {t('account.forgot.sentText', { email: sent })}
          </Notice>
        </div>
        {back}
        <Button kind="text" block onClick={() => setSent(null)}>
          {t('account.forgot.other')}
        </Button>
      </PublicLayout>
    );
  return (
    <PublicLayout title={t('account.forgot')} lead={t('account.forgot.lead')}>
      <form onSubmit={submit} noValidate aria-busy={busy}>
        <Field
          name="email"
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          label={t('session.email')}
          placeholder={t('session.emailPlaceholder')}
          value={email}
          error={fault}
          onChange={(event) => {
            setEmail(event.currentTarget.value);
            setFault(undefined);
          }}
        />
        {problem && (
          <div ref={box} tabIndex={-1} className="sign-in-problem">
            <Notice tone="err">{problem}</Notice>
          </div>
        )}
        <Button type="submit" kind="login" size="l" block loading={busy}>
          {t('account.forgot.send')}
        </Button>
      </form>
      {back}
    </PublicLayout>
  );
}
