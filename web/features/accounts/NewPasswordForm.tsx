import { type FormEvent, useRef, useState } from 'react';
import { passwordFaults } from '../../../domain/accounts/password-policy.ts';
import { go } from '../../app/address/navigation.ts';
import { type CallOutput, call } from '../../app/data/api.ts';
import { ApiError } from '../../app/data/api-error.ts';
import { session } from '../../app/session/session.ts';
import { loadPortal } from '../../app/start/load-portal.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { enterPortal, PasswordField, signInSentence } from '../session/index.ts';
import { brokenRule } from './broken-rule.ts';
import type { OpenedLink } from './opened-link.ts';
import { PasswordChecks } from './PasswordChecks.tsx';

type Taken = CallOutput<'POST /api/password/new'>;

/** Enters the portal, or goes to the unit's sign-in page, possibly on another domain. */
async function goOn({ session: answer, signIn }: Taken): Promise<void> {
  if (answer) return enterPortal(answer);
  if (session.isSignedIn()) session.signOut();
  const path = `/signin?email=${encodeURIComponent(signIn?.email ?? '')}&set=1`;
  if (!signIn || signIn.origin === location.origin) go(path, { replace: true });
  else location.replace(`${signIn.origin}${path}`);
}

/** A new password with its rules, or the existing password of the account. */
export function NewPasswordForm({ token, opened, onOver }: { token: string; opened: OpenedLink; onOver: () => void }) {
  const { t, language } = useTranslation();
  const { link, policy, words } = opened;
  const [password, setPassword] = useState('');
  const [fault, setFault] = useState<string | undefined>();
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const about = { email: link.email, name: link.name, unit: link.unit };
  const label = t(link.own ? 'account.own.password' : 'account.new.password');
  const refuse = (words: string) => {
    setFault(words);
    form.current?.querySelector<HTMLInputElement>('[name=password]')?.focus();
  };

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    setProblem(null);
    if (password === '') return refuse(t('ui.form.required', { name: label }));
    // The list of common passwords may not have loaded yet; the server checks it too.
    const [broken] = link.own ? [] : passwordFaults(password, policy, about, () => false);
    if (broken) return refuse(brokenRule(t, broken, policy));
    setBusy(true);
    try {
      await goOn(await call('POST /api/password/new', { token, password }));
    } catch (error) {
      setBusy(false);
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 'link_used') return onOver();
      if (error.field === 'password') return refuse(signInSentence(error, language));
      setProblem(signInSentence(error, language));
      requestAnimationFrame(() => box.current?.focus());
    }
  }

  return (
    <form ref={form} onSubmit={submit} noValidate aria-busy={busy}>
      {/* For password managers: the account this password belongs to. */}
      <input type="email" name="email" autoComplete="username" value={link.email} readOnly hidden />
      <PasswordField
        name="password"
        autoComplete={link.own ? 'current-password' : 'new-password'}
        label={label}
        value={password}
        error={fault}
        onFocus={() => void loadPortal().catch(() => undefined)}
        onChange={(event) => {
          setPassword(event.currentTarget.value);
          setFault(undefined);
        }}
      />
      {link.own ? (
        <a
          className="forgot-link"
          href={`/forgot?email=${encodeURIComponent(link.email)}`}
          onClick={(event) => {
            event.preventDefault();
            go(`/forgot?email=${encodeURIComponent(link.email)}`);
          }}
        >
          {t('session.forgot')}
        </a>
      ) : (
        <>
          <PasswordChecks password={password} policy={policy} about={about} />
          {policy.expiryDays !== null && <p className="small muted">{words.at(-1)}</p>}
        </>
      )}
      {problem && (
        <div ref={box} tabIndex={-1} className="sign-in-problem">
          <Notice tone="err">{problem}</Notice>
        </div>
      )}
      <Button type="submit" kind="login" size="l" block loading={busy}>
        {t(`account.new.submit.${link.own ? 'own' : link.purpose}`)}
      </Button>
    </form>
  );
}
