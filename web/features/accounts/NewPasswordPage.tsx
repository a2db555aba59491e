import { useEffect, useState } from 'react';
import { go } from '../../app/address/navigation.ts';
import { useAddressToken } from '../../app/address/path-token.ts';
import { call } from '../../app/data/api.ts';
import { ApiError } from '../../app/data/api-error.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { PublicLayout } from '../../ui/PublicLayout.tsx';
import { useDelayed } from '../../ui/use-delayed.ts';
import { OtherWays, signInSentence } from '../session/index.ts';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import type { OpenedLink } from './opened-link.ts';

type State =
  | { kind: 'loading' }
  | { kind: 'elsewhere'; origin: string | null }
  | { kind: 'over' }
  | { kind: 'failed'; error: unknown }
  | { kind: 'open'; opened: OpenedLink };

/** A link into a unit without passwords: instead of a form, offers its sign-in methods, here or on the domain where its users sign in. */
function WaysPage({ link, ways }: { link: OpenedLink['link']; ways: NonNullable<OpenedLink['link']['ways']> }) {
  const { t, language } = useTranslation();
  const names = new Intl.ListFormat(language, { type: 'disjunction' }).format(ways.names);
  return (
    <PublicLayout
      title={t('account.new.title.ways', { unit: link.unit })}
      lead={t('account.new.lead.ways', { name: link.name, email: link.email, unit: link.unit, ways: names })}
    >
      {ways.origin === location.origin ? (
        <OtherWays email={link.email} />
      ) : (
        <Button
          kind="login"
          size="l"
          block
          onClick={() => location.assign(`${ways.origin}/signin?email=${encodeURIComponent(link.email)}`)}
        >
          {t('session.backToSignIn')}
        </Button>
      )}
    </PublicLayout>
  );
}

/**
 * On a host whose DNS the unit controls: leads to the same unit's address on a host of the product, or to a mailed link where there is
 * none.
 */
function ElsewherePage({ origin }: { origin: string | null }) {
  const { t } = useTranslation();
  const host = origin && new URL(origin).host;
  return (
    <PublicLayout
      title={t('account.new.title.change')}
      lead={host ? t('account.new.lead.elsewhere', { host }) : t('account.new.lead.mailed')}
    >
      {host ? (
        <Button kind="login" size="l" block onClick={() => location.assign(`${origin}/signin`)}>
          {t('account.new.open', { host })}
        </Button>
      ) : (
        <Button kind="login" size="l" block onClick={() => go('/forgot')}>
          {t('account.link.ask')}
        </Button>
      )}
      <Button size="l" block onClick={() => go('/signin')}>
        {t('session.backToSignIn')}
      </Button>
    </PublicLayout>
  );
}

/** Target of links for invitations, forgotten passwords and expired passwords. */
export function NewPasswordPage() {
  const { t, language } = useTranslation();
  const token = useAddressToken();
  const [state, setState] = useState<State>({ kind: 'loading' });
  const [tries, setTries] = useState(0);
  const slow = useDelayed(state.kind === 'loading', 300);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each retry asks again.
  useEffect(() => {
    const gone = new AbortController();
    // A sign-in on a host whose DNS a unit controls leads here without a link.
    call('POST /api/password/config', token === 'elsewhere' ? {} : { token }, { signal: gone.signal }).then(
      ({ link, ...rules }) =>
        setState(
          rules.elsewhere
            ? { kind: 'elsewhere', origin: rules.elsewhere.origin }
            : link
              ? { kind: 'open', opened: { ...rules, link } }
              : { kind: 'over' },
        ),
      (error) => {
        if (gone.signal.aborted) return;
        const over = error instanceof ApiError && (error.status === 'link_used' || error.httpStatus === 422);
        setState(over ? { kind: 'over' } : { kind: 'failed', error });
      },
    );
    return () => gone.abort();
  }, [token, tries]);

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
      <PublicLayout title={t('account.link.over')} lead={t('account.link.overText')}>
        <Button kind="login" size="l" block onClick={() => go('/forgot')}>
          {t('account.link.ask')}
        </Button>
        <Button size="l" block onClick={() => go('/signin')}>
          {t('session.backToSignIn')}
        </Button>
      </PublicLayout>
    );
  if (state.kind === 'elsewhere') return <ElsewherePage origin={state.origin} />;
  if (state.kind === 'failed')
    return (
      <PublicLayout title={t('account.new.title.reset')} lead={signInSentence(state.error, language)}>
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
  const { link } = state.opened;
  if (link.ways) return <WaysPage link={link} ways={link.ways} />;
  const way = link.own ? 'own' : link.purpose;
  return (
    <PublicLayout
      title={t(`account.new.title.${way}`, { unit: link.unit })}
      lead={t(`account.new.lead.${way}`, { name: link.name, email: link.email, unit: link.unit })}
    >
      <NewPasswordForm token={token} opened={state.opened} onOver={() => setState({ kind: 'over' })} />
    </PublicLayout>
  );
}
