import { useEffect, useState } from 'react';
import { go } from '../../app/address/navigation.ts';
import { type CallOutput, call } from '../../app/data/api.ts';
import { ApiError } from '../../app/data/api-error.ts';
import { store } from '../../app/session/storage.ts';
import { useEntryTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { PublicLayout } from '../../ui/PublicLayout.tsx';
import { enterPortal } from './enter-portal.ts';
import { HoursBelow } from './HoursBelow.tsx';
import { signInSentence } from './sign-in-words.ts';

const exchanges = new Map<string, Promise<CallOutput<'POST /api/saml/callback'>>>();

/** A code works once: concurrent callers in this document share one call. */
function exchange(code: string) {
  const known = exchanges.get(code) ?? call('POST /api/saml/callback', { code, ...getBinding(store.takeSingleSignOn()) });
  exchanges.set(code, known);
  return known;
}

/** The binding this browser stored when it started the sign-on; undefined in any other browser. */
const getBinding = (kept: Record<string, unknown> | null) =>
  typeof kept?.binding === 'string' && /^[\w-]{43}$/.test(kept.binding) ? { binding: kept.binding } : {};

/** Posted as a form, so that the other unit's host can check the origin, which a link would not send. */
function carryOn({ url, code }: { url: string; code: string }): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = url;
  const field = document.createElement('input');
  field.type = 'hidden';
  field.name = 'code';
  field.value = code;
  form.append(field);
  document.body.append(form);
  form.submit();
}

/** The return page of single sign-on (Spec 2, /redirect): exchanges the code for a session, clears local storage, and continues. */
export function SsoReturn() {
  const { t, language } = useEntryTranslation();
  const [problem, setProblem] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<unknown>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the code works once, however often this renders.
  useEffect(() => {
    const code = new URLSearchParams(location.search).get('code') ?? '';
    // A one-time code must not stay in the history.
    history.replaceState(history.state, '', '/redirect');
    if (!code) return setProblem(t('session.samlFailed'));
    exchange(code).then(
      (answer) => (answer.status === 'onward' ? carryOn(answer) : enterPortal(answer, { fresh: true })),
      (error) => {
        if (error instanceof ApiError && error.handled) return;
        setProblem(signInSentence(error, language));
        setRefusal(error);
      },
    );
  }, []);

  if (problem === null)
    return (
      <PublicLayout title={t('session.return.title')} lead={t('session.return.text')}>
        <ProgressBar value={0.35} label={t('session.return.title')} />
      </PublicLayout>
    );
  return (
    <PublicLayout title={t('session.return.failed')}>
      <Notice tone="err" live>
        {problem}
        <HoursBelow error={refusal} />
      </Notice>
      <Button kind="login" size="l" block onClick={() => go('/signin')}>
        {t('session.backToSignIn')}
      </Button>
    </PublicLayout>
  );
}
