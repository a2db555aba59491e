import { lazy, type ReactNode, useState } from 'react';
import { can } from '../../../domain/access/permissions.ts';
import { changedSearch, stringifySearch, usePathname } from '../../app/address/address.ts';
import { useWho } from '../../app/session/session.ts';
import { Part } from '../../app/shell/Part.tsx';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { IconPlus, IconUsers } from '../../ui/icons.ts';
import { selectedInSight } from '../../ui/selected-in-sight.ts';
import { RowMenu } from '../../ui/table/RowMenu.tsx';
import type { RowAction } from '../../ui/table/types.ts';
import type { SavedView } from './queries.ts';
import { useChangeViews } from './use-change-views.ts';
import type { ListViewsState } from './use-list-views.ts';

const ViewDialog = lazy(() => import('./ViewDialog.tsx').then((module) => ({ default: module.ViewDialog })));

type Props = {
  saved: ListViewsState;
  /** Names the row of chips. */
  label: string;
  /** The list's built-in views; their links drop `saved`. */
  children?: ReactNode;
};

/** The views of a list as chips: built-in ones, then saved ones; the open one carries its menu. */
export function ListViews({ saved, label, children }: Props) {
  const { t } = useTranslation();
  const path = usePathname();
  const who = useWho();
  const change = useChangeViews(saved);
  const [asked, setAsked] = useState<{ view: SavedView | null; opening: number; opened: boolean } | null>(null);
  const { address, views, current, changed } = saved;
  const mayShare = who !== null && can(who, 'listViews.share');
  const mayChange = current !== null && (current.mine || (mayShare && current.shared === 'S'));
  const ask = (view: SavedView | null) => setAsked((before) => ({ view, opening: (before?.opening ?? 0) + 1, opened: true }));
  const getHref = (view: SavedView) =>
    `${path}${changedSearch(stringifySearch(address.values), { ...address.inOtherWords(view.state.words), saved: view.id, id: undefined, new: undefined })}`;
  const actions: RowAction[] =
    current && mayChange
      ? [
          ...(changed ? [{ id: 'renew', label: t('listViews.renew'), onClick: () => void change.renew(current) }] : []),
          { id: 'rename', label: t('listViews.rename'), onClick: () => ask(current) },
          ...(mayShare
            ? [
                current.shared === 'S'
                  ? { id: 'own', label: t('listViews.makeOwn'), onClick: () => void change.share(current, 'N') }
                  : { id: 'share', label: t('listViews.makeShared'), onClick: () => void change.share(current, 'S') },
              ]
            : []),
          { id: 'remove', label: t('listViews.remove'), danger: true, onClick: () => void change.remove(current) },
        ]
      : [];
  return (
    <>
      <nav ref={selectedInSight} className="view-chips" aria-label={label}>
        {children}
        {views.map((view) => (
          <Chip key={view.id} href={getHref(view)} on={view.id === current?.id} icon={view.shared === 'S' ? IconUsers : undefined}>
            {view.id === current?.id && changed ? t('listViews.changed', { name: view.name }) : view.name}
          </Chip>
        ))}
        {current && <RowMenu name={current.name} actions={actions} />}
        {(!current || changed) && (
          <Button kind="text" size="s" icon={IconPlus} onClick={() => ask(null)}>
            {t('listViews.add')}
          </Button>
        )}
      </nav>
      {asked && (
        <Part>
          <ViewDialog
            key={asked.opening}
            saved={saved}
            view={asked.view}
            opened={asked.opened}
            onClose={() => setAsked({ ...asked, opened: false })}
          />
        </Part>
      )}
    </>
  );
}
