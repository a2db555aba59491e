import { useEffect, useRef, useState } from 'react';
import { codeAskSeconds } from '../../../../domain/playlists/limits.ts';
import { go, usePath } from '../../../app/address/navigation.ts';
import { pathToken } from '../../../app/address/path-token.ts';
import { ApiError } from '../../../app/data/api-error.ts';
import { send } from '../../../app/data/wire.ts';
import { errorText } from '../../../app/notices/notify.ts';
import { currentLanguage, useTranslation } from '../../../i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { PublicLayout } from '../../../ui/PublicLayout.tsx';
import { keepDisplay } from './display-session.ts';
import './access.css';

type LetIn = { token: string; intended: string; user: { id: string; name: string } };
const post = (path: string, input: Record<string, unknown>) => send({ method: 'POST', path, input, language: currentLanguage() });

/** The token is exchanged and removed from the address at once, so that the address alone grants no access. */
function enter({ token, intended, user }: LetIn): void {
  keepDisplay(localStorage, { token, device: user.id, name: user.name, path: intended.split('?')[0] ?? '' });
  go(intended, { replace: true });
}

function Arriving({ token }: { token: string }) {
  const { t } = useTranslation();
  const [error, setError] = useState<unknown>(null);
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each retry has its own number.
  useEffect(() => {
    let gone = false;
    post('/api/login/playlist', { token }).then(
      (answer) => !gone && enter(answer as LetIn), // because the endpoint's contract is this
      (reason: unknown) => !gone && setError(reason),
    );
    return () => {
      gone = true;
    };
  }, [token, tries]);
  if (!error) return <PublicLayout title={t('playlists.display.arriving')} />;
  const malformed = error instanceof ApiError && error.status === 'invalid_input';
  return (
    <PublicLayout title={t('playlists.display.refused')} lead={malformed ? t('playlist_token_unknown') : errorText(error)}>
      <Button
        kind="login"
        size="l"
        block
        onClick={() => {
          setError(null);
          setTries(tries + 1);
        }}
      >
        {t('ui.retry')}
      </Button>
      <Button size="l" block onClick={() => go('/auth/playlist/pair')}>
        {t('playlists.display.byCode')}
      </Button>
    </PublicLayout>
  );
}

type Screen = { code: string; secret: string; endsAt: string; serverNow: string };
type Polled = { state: 'waiting' | 'ended' | 'ok'; session: LetIn | null };

function Pairing() {
  const { t } = useTranslation();
  const [screen, setScreen] = useState<Screen | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [round, setRound] = useState(0);
  const timer = useRef(0);

  // The screen polls while it is on; an expired code is replaced by the next one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new code has its own number.
  useEffect(() => {
    let gone = false;
    const later = (ms: number, run: () => void) => {
      timer.current = window.setTimeout(run, ms);
    };
    const ask = async (secret: string) => {
      try {
        // Because the endpoint's contract is this.
        const { state, session } = (await post('/api/login/playlist/poll', { secret })) as Polled;
        if (gone) return;
        if (state === 'ok' && session) return enter(session);
        if (state === 'ended') return setRound((count) => count + 1);
      } catch (reason) {
        if (!gone && reason instanceof ApiError && reason.httpStatus > 0 && reason.httpStatus < 500) return setError(reason);
      }
      if (!gone) later(codeAskSeconds * 1000, () => void ask(secret));
    };
    post('/api/login/playlist/pair', {}).then(
      (answer) => {
        if (gone) return;
        const next = answer as Screen; // because the endpoint's contract is this
        setScreen(next);
        later(codeAskSeconds * 1000, () => void ask(next.secret));
      },
      (reason: unknown) => !gone && setError(reason),
    );
    return () => {
      gone = true;
      clearTimeout(timer.current);
    };
  }, [round]);

  if (error)
    return (
      <PublicLayout title={t('playlists.display.noCode')} lead={errorText(error)}>
        <Button
          kind="login"
          size="l"
          block
          onClick={() => {
            setError(null);
            setRound(round + 1);
          }}
        >
          {t('ui.retry')}
        </Button>
      </PublicLayout>
    );
  return (
    <PublicLayout title={t('playlists.display.pair')} lead={t('playlists.display.pairText')}>
      <p className="pairing-code mono" role="status">
        {screen ? `${screen.code.slice(0, 3)} ${screen.code.slice(3)}` : '··· ···'}
      </p>
      <p className="muted">{t('playlists.display.pairLife')}</p>
    </PublicLayout>
  );
}

/** /auth/playlist/{token}: a display signs in with its link, or with the word `pair` to be approved by code. */
export function AccessPage() {
  const token = pathToken(usePath());
  return token === 'pair' ? <Pairing /> : <Arriving token={token} />;
}
