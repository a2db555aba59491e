import { type FormEvent, type MouseEvent, useRef, useState } from 'react';
import { goToCompany } from '../../app/address/company-address.ts';
import { go } from '../../app/address/navigation.ts';
import { call } from '../../app/data/api.ts';
import { ApiError } from '../../app/data/api-error.ts';
import { signInPage } from '../../app/start/boot.ts';
import { loadPortal } from '../../app/start/load-portal.ts';
import { type EntryKey, useEntryTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { enterPortal, rememberWanted } from './enter-portal.ts';
import { Field } from './Field.tsx';
import { HoursBelow } from './HoursBelow.tsx';
import { PasskeyButton } from './PasskeyButton.tsx';
import { PasswordField } from './PasswordField.tsx';
import { signInSentence } from './sign-in-words.ts';
import { WaysIn } from './WaysIn.tsx';
import { hintedWays } from './ways-in.ts';

type Problem = { words: string; error?: unknown; requestId?: string | undefined };
type Faults = { email?: string; password?: string };

/** E-mail and password. The portal preloads while the password is typed, so that it opens as soon as the response arrives. */
export function SignInForm() {
  const { t, language } = useEntryTranslation();
  const [faults, setFaults] = useState<Faults>({});
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const [email, setEmail] = useState(() => new URLSearchParams(location.search).get('email') ?? '');
  const apps = signInPage?.apps ?? [];
  const hinted = hintedWays(apps, email);
  const box = useRef<HTMLDivElement>(null);

  const focusProblem = () => requestAnimationFrame(() => box.current?.focus());
  const required = (name: EntryKey) => t('ui.form.required', { name: t(name) });

  async function signIn(email: string, password: string) {
    const answer = await call('POST /api/login', { email, password });
    if (answer.status === 'change') return goToCompany(answer);
    await enterPortal(answer);
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const values = new FormData(form);
    const email = String(values.get('email') ?? '').trim();
    const password = String(values.get('password') ?? '');
    const found: Faults = {
      ...(email ? {} : { email: required('session.email') }),
      ...(password ? {} : { password: required('session.password') }),
    };
    setFaults(found);
    setProblem(null);
    const first = Object.keys(found)[0];
    if (first) {
      form.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
      return;
    }
    setBusy(true);
    rememberWanted();
    try {
      await signIn(email, password);
    } catch (error) {
      setBusy(false);
      if (error instanceof ApiError && error.handled) return;
      setProblem({
        words: signInSentence(error, language),
        error,
        requestId: error instanceof ApiError && error.status === 'unexpected' ? error.requestId : undefined,
      });
      focusProblem();
    }
  }

  /** Carries the e-mail address over, so that it need not be typed twice. */
  function toForgot(event: MouseEvent<HTMLAnchorElement>) {
    event.preventDefault();
    const typed = event.currentTarget.closest('form')?.querySelector<HTMLInputElement>('[name=email]')?.value.trim();
    go(typed ? `/forgot?email=${encodeURIComponent(typed)}` : '/forgot');
  }
  const failed = (words: string) => {
    setProblem({ words });
    focusProblem();
  };
  const forget = (name: keyof Faults) => faults[name] && setFaults({ ...faults, [name]: undefined });
  return (
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
        error={faults.email}
        onChange={(event) => {
          setEmail(event.currentTarget.value);
          forget('email');
        }}
      />
      <div className="field-with-link">
        <PasswordField
          name="password"
          autoComplete="current-password"
          label={t('session.password')}
          error={faults.password}
          onChange={() => forget('password')}
          onFocus={() => void loadPortal().catch(() => undefined)}
        />
        <a className="forgot-link" href="/forgot" onClick={toForgot}>
          {t('session.forgot')}
        </a>
      </div>
      {problem && (
        <div ref={box} tabIndex={-1} className="sign-in-problem">
          <Notice tone="err">
            {problem.words}
            <HoursBelow error={problem.error} />
            {problem.requestId && <CopyButton text={problem.requestId}>{t('ui.copyErrorCode')}</CopyButton>}
          </Notice>
        </div>
      )}
      <Button type="submit" kind="login" size="l" block loading={busy}>
        {t('session.signIn')}
      </Button>
      {signInPage?.ways.includes('passkey') && (
        <PasskeyButton onProblem={(words, error) => setProblem(words === null ? null : { words, error })} />
      )}
      <WaysIn apps={apps} hinted={hinted} email={email} onProblem={failed} />
    </form>
  );
}
