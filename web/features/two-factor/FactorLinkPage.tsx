import { useEffect, useState } from 'react';
import { formatDateTime } from '../../../domain/format/date.ts';
import type { FactorLink } from '../../../domain/two-factor/recovery-contract.ts';
import { go } from '../../app/address/navigation.ts';
import { useAddressToken } from '../../app/address/path-token.ts';
import { call } from '../../app/data/api.ts';
import { ApiError } from '../../app/data/api-error.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { PublicLayout } from '../../ui/PublicLayout.tsx';
import { useDelayed } from '../../ui/use-delayed.ts';
import { signInSentence } from '../session/index.ts';
import { showOwnLanguage } from './show-own-language.ts';

type State =
  | { kind: 'loading' }
  | { kind: 'over' }
  | { kind: 'failed'; error: unknown }
  | { kind: 'open'; link: FactorLink }
  | { kind: 'done'; purpose: FactorLink['purpose'] };

const isOver = (error: unknown) => error instanceof ApiError && (error.status === 'link_used' || error.httpStatus === 422);

/** Target of e-mailed links about second factors: undo a change, start the reset after losing all of them, or cancel it. */
export function FactorLinkPage() {
  const { t, language } = useTranslation();
  const token = useAddressToken();
  const [state, setState] = useState<State>({ kind: 'loading' });
  const [tries, setTries] = useState(0);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const slow = useDelayed(state.kind === 'loading', 300);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each retry asks again.
  useEffect(() => {
    const gone = new AbortController();
    call('POST /api/account/factors/link', { token }, { signal: gone.signal }).then(
      async (link) => {
        await showOwnLanguage(link.language);
        if (!gone.signal.aborted) setState({ kind: 'open', link });
      },
      (error) => {
        if (!gone.signal.aborted) setState(isOver(error) ? { kind: 'over' } : { kind: 'failed', error });
      },
    );
    return () => gone.abort();
  }, [token, tries]);

  const use = async () => {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    try {
      const { purpose, reset } = await call('POST /api/account/factors/link/use', { token });
      if (reset) go(`/new/password/${encodeURIComponent(reset)}`);
      else setState({ kind: 'done', purpose });
    } catch (error) {
      if (isOver(error)) setState({ kind: 'over' });
      else setProblem(signInSentence(error, language));
    } finally {
      setBusy(false);
    }
  };
  const toSignIn = (
    <Button size="l" block kind="login" onClick={() => go('/signin')}>
      {t('session.backToSignIn')}
    </Button>
  );

  if (state.kind === 'loading') {
    if (!slow) return null;
    return (
      <PublicLayout title={t('ui.loading')}>
        <ProgressBar value={0.35} label={t('ui.loading')} />
      </PublicLayout>
    );
  }
  if (state.kind === 'over')
    return (
      <PublicLayout title={t('account.link.over')} lead={t('factor.link.over')}>
        {toSignIn}
      </PublicLayout>
    );
  if (state.kind === 'failed')
    return (
      <PublicLayout title={t('factor.own.title')} lead={signInSentence(state.error, language)}>
        <Button
          kind="login"
          size="l"
          block
          onClick={() => {
            setState({ kind: 'loading' });
            setTries(tries + 1);
          }}
        >
          {t('ui.retry')}
        </Button>
      </PublicLayout>
    );
  if (state.kind === 'done')
    return (
      <PublicLayout title={t(`factor.link.${state.purpose}.done`)} lead={t(`factor.link.${state.purpose}.doneText`)}>
        {toSignIn}
      </PublicLayout>
    );
  const { purpose, email, unit, what, name, at } = state.link;
  const change = what ? t(`factor.link.change.${what}`, { name: name ?? '' }) : '';
  const when = at ? formatDateTime(language, new Date(at), Intl.DateTimeFormat().resolvedOptions().timeZone) : '';
  return (
    <PublicLayout title={t(`factor.link.${purpose}.title`)} lead={t(`factor.link.${purpose}.lead`, { email, unit, change, at: when })}>
      {problem && (
        <Notice tone="err" live>
          {problem}
        </Notice>
      )}
      <Button kind="login" size="l" block loading={busy} onClick={() => void use()}>
        {t(`factor.link.${purpose}.action`)}
      </Button>
      <Button kind="text" block onClick={() => go('/signin')}>
        {t('session.backToSignIn')}
      </Button>
    </PublicLayout>
  );
}
