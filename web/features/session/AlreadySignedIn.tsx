import { useEffect } from 'react';
import { getHome, landingAt } from '../../../domain/access/screens.ts';
import { go } from '../../app/address/navigation.ts';
import { ownPath } from '../../app/address/own-path.ts';
import { followFarewell } from '../../app/session/leave-provider-too.ts';
import { session as keeper, leave, whoIs } from '../../app/session/session.ts';
import { type CachedSession, store } from '../../app/session/storage.ts';
import { useEntryTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { PublicLayout } from '../../ui/PublicLayout.tsx';

/** Whether this session may open the requested address, by the shell's own rule, which prevents redirect loops. */
function opens(wanted: string | null, cached: CachedSession): boolean {
  const who = whoIs(cached);
  if (!wanted || !who) return false;
  return landingAt(wanted.split(/[?#]/)[0] ?? '', who, store.config()?.hidden_menu).kind === 'page';
}

/** The sign-in page with an existing session: its profile cannot open the requested page, or the user navigated here (BEHAVIOUR 17). */
export function AlreadySignedIn({ session }: { session: CachedSession }) {
  const { t } = useEntryTranslation();
  const who = whoIs(session);
  const asked = ownPath(new URLSearchParams(location.search).get('redirect'));
  const wanted = asked === '/' && who ? getHome(who.profile) : asked;
  const open = opens(wanted, session);
  // The address is external to React.
  useEffect(() => {
    if (open && wanted) go(wanted, { replace: true });
  }, [open, wanted]);
  if (open) return null;
  const name = session.user.name ?? '';
  return (
    <PublicLayout
      title={t(wanted ? 'session.mismatch.title' : 'session.already.title')}
      lead={t(wanted ? 'session.mismatch.text' : 'session.already.text', { name })}
    >
      {who && (
        <Button kind="login" size="l" block onClick={() => go(getHome(who.profile))}>
          {t('session.goHome')}
        </Button>
      )}
      <Button size="l" block kind={who ? 'default' : 'login'} onClick={() => followFarewell(wanted ? keeper.signOut() : leave())}>
        {t('session.signInAsOther')}
      </Button>
    </PublicLayout>
  );
}
