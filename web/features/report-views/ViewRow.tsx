import { TextInput } from '@mantine/core';
import { type FormEvent, useId, useState } from 'react';
import { can } from '../../../domain/access/permissions.ts';
import type { ListedView } from '../../../domain/report-views/contract.ts';
import { viewLimits } from '../../../domain/report-views/limits.ts';
import type { ViewContent } from '../../../domain/report-views/view.ts';
import { useWho } from '../../app/session/session.ts';
import { useTranslation } from '../../i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { IconCheck, IconDots, IconHome, IconPin, IconUsers } from '../../ui/icons.ts';
import type { ViewChanges } from './use-view-changes.ts';

type Props = {
  view: ListedView;
  current: boolean;
  /** The view's page no longer exists in the report. */
  lostPage: boolean;
  changes: ViewChanges;
  moment: () => Promise<ViewContent | null>;
  onOpen: () => void;
  onClose: () => void;
};

/** One view: its name opens it; the menu has its actions. */
export function ViewRow({ view, current, lostPage, changes, moment, onOpen, onClose }: Props) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const more = useId();
  return (
    <li className="view-row" data-current={current || undefined}>
      <div className="view-row-line">
        <button type="button" className="view-row-open" aria-current={current || undefined} onClick={onOpen}>
          <span className="view-row-name">
            {current && <IconCheck size={15} stroke={2.2} aria-hidden="true" />}
            {view.name}
          </span>
          <span className="view-row-facts muted tiny">
            {view.mine === 'N' && <span>{t('views.by', { owner: view.owner })}</span>}
            {view.mine === 'S' && view.shared === 'S' && (
              <span>
                <IconUsers size={13} aria-hidden="true" /> {t('views.isShared')}
              </span>
            )}
            {view.forMe === 'S' && (
              <span>
                <IconPin size={13} aria-hidden="true" /> {t('views.isForMe')}
              </span>
            )}
            {view.forAll === 'S' && (
              <span>
                <IconHome size={13} aria-hidden="true" /> {t('views.isForAll')}
              </span>
            )}
          </span>
          {lostPage && <Badge tone="warn">{t('views.isLost', { page: view.pageTitle ?? '' })}</Badge>}
        </button>
        <IconButton
          icon={IconDots}
          size="s"
          label={t('views.more', { name: view.name })}
          aria-expanded={opened}
          aria-controls={more}
          onClick={() => setOpened((before) => !before)}
        />
      </div>
      <div id={more} hidden={!opened}>
        {opened && <Actions view={view} changes={changes} moment={moment} onDone={() => setOpened(false)} onClose={onClose} />}
      </div>
    </li>
  );
}

type ActionsProps = Pick<Props, 'view' | 'changes' | 'moment' | 'onClose'> & { onDone: () => void };

function Actions({ view, changes, moment, onDone, onClose }: ActionsProps) {
  const { t } = useTranslation();
  const who = useWho();
  const [renaming, setRenaming] = useState(false);
  const manages = who !== null && can({ profile: who.profile, flags: who.user.flags ?? [] }, 'reports.manage');
  const mine = view.mine === 'S';
  const then = (work: Promise<boolean>) => void work.then((good) => good && onDone());
  const renew = async () => {
    const content = await moment();
    return content ? changes.renew(view, content) : false;
  };
  if (renaming) return <Rename view={view} changes={changes} onDone={onDone} />;
  return (
    <div className="view-row-actions">
      <Button size="s" kind="text" onClick={() => then(changes.openForMe(view, view.forMe === 'N'))}>
        {t(view.forMe === 'S' ? 'views.forMeStop' : 'views.forMe')}
      </Button>
      {manages && view.shared === 'S' && (
        <Button size="s" kind="text" onClick={() => then(changes.openForAll(view, view.forAll === 'N'))}>
          {t(view.forAll === 'S' ? 'views.forAllStop' : 'views.forAll')}
        </Button>
      )}
      {mine && (
        <>
          <Button size="s" kind="text" onClick={() => setRenaming(true)}>
            {t('views.rename')}
          </Button>
          <Button size="s" kind="text" onClick={() => then(renew())}>
            {t('views.renew')}
          </Button>
          <Button size="s" kind="text" onClick={() => then(changes.share(view, view.shared === 'S' ? 'N' : 'S'))}>
            {t(view.shared === 'S' ? 'views.makePersonal' : 'views.makeShared')}
          </Button>
        </>
      )}
      {(mine || (manages && view.shared === 'S')) && (
        <Button
          size="s"
          kind="text"
          className="view-row-remove"
          onClick={() => {
            // One dialog at a time: the confirmation replaces the panel.
            onClose();
            void changes.remove(view);
          }}
        >
          {t('views.remove')}
        </Button>
      )}
    </div>
  );
}

function Rename({ view, changes, onDone }: { view: ListedView; changes: ViewChanges; onDone: () => void }) {
  const { t } = useTranslation();
  const [name, setName] = useState(view.name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim()) void changes.rename(view, name.trim()).then((good) => good && onDone());
  };
  return (
    <form className="views-save" onSubmit={submit}>
      <TextInput
        label={t('views.name')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={name.trim() ? null : t('views.nameMissing')}
        maxLength={viewLimits.name}
        autoComplete="off"
        autoFocus
      />
      <div className="dialog-actions">
        <Button onClick={onDone}>{t('views.cancel')}</Button>
        <Button kind="primary" type="submit">
          {t('views.rename')}
        </Button>
      </div>
    </form>
  );
}
