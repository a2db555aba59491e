import { useEffect, useMemo, useState } from 'react';
import { can } from '../../../domain/access/permissions.ts';
import { useConfig } from '../../app/data/use-config.ts';
import { useWho } from '../../app/session/session.ts';
import { isInMenu } from '../../app/shell/menu.ts';
import { useIsVisiting, useShellMenu } from '../../app/shell/use-shell.ts';
import { useTranslation, withTexts } from '../../i18n.ts';

type Finder = typeof import('../settings/index.ts');
const load = () => withTexts(['manage', 'operate'], () => import('../settings/index.ts'));

/** The settings and tabs of other pages that match a query. Their names and texts are loaded at an administrator's first search. */
export function useFoundSettings(query: string) {
  const { t } = useTranslation();
  const who = useWho();
  const { menu } = useShellMenu();
  const isVisiting = useIsVisiting();
  const { functions } = useConfig();
  const [finder, setFinder] = useState<Finder | null>(null);
  const [failed, setFailed] = useState(false);
  const wanted = query !== '' && who !== null && can(who, 'settings.read');
  useEffect(() => {
    // The other results do not depend on these.
    if (wanted && !finder)
      load().then(
        (module) => setFinder(() => module),
        () => setFailed(true),
      );
  }, [wanted, finder]);
  const settings = useMemo(() => {
    if (!wanted || !finder) return [];
    const isOpen = (path: string) => isInMenu(menu, path);
    return finder.found(finder.getFindables({ t, who, functions, isOpen, isVisiting }), query);
  }, [wanted, finder, menu, isVisiting, functions, who, t, query]);
  return { settings, isLoading: wanted && !finder && !failed };
}
