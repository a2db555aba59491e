import { useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { formatWhen } from '../../../domain/format/relative.ts';
import { useSearchValues, useSetSearch } from '../../app/address/address.ts';
import { useBreadcrumb } from '../../app/address/breadcrumb.ts';
import { SaveRefusal } from '../../app/data/SaveRefusal.tsx';
import { useZone } from '../../app/data/use-zone.ts';
import { type Failed, Reading } from '../../app/layouts/Reading.tsx';
import { errorText } from '../../app/notices/notify.ts';
import { takesPasswords } from '../../app/start/takes-passwords.ts';
import { useTranslation } from '../../i18n.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { IconCopy } from '../../ui/icons.ts';
import { Notice } from '../../ui/Notice.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { SaveBar } from '../../ui/SaveBar.tsx';
import { ListSkeleton } from '../../ui/Skeletons.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { SwitchRow } from '../../ui/SwitchRow.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { RowMenu } from '../../ui/table/RowMenu.tsx';
import type { RowAction } from '../../ui/table/types.ts';
import { useInertWhileSaving } from '../../ui/use-inert-while-saving.ts';
import { ViewerState } from '../../ui/ViewerState.tsx';
import type { Asking } from './asked.ts';
import { getTab, type UserTab, userTabs } from './draft.ts';
import { oneQuery } from './loader.ts';
import type { OneUser, UserRow } from './queries.ts';
import { panels } from './tabs/panels.ts';
import { useTabCounts } from './tabs/use-tab-counts.ts';
import { type UserForm, UserFormProvider } from './user-form.tsx';
import { profileWord } from './words.ts';

type Props = {
  /** Null adds a user. */
  id: string | null;
  crumbs: readonly { label: string; href?: string }[];
  getActions: (row: UserRow) => readonly RowAction[];
  onAsk: (asking: Asking) => void;
  onAdded: (id: string) => void;
  onBack: () => void;
};

/** One user, or a new one: header, tabs (`?tab=`) and the bar that counts unsaved changes. */
export function UserPage(props: Props) {
  const { id, crumbs } = props;
  return (
    <Reading
      waiting={(onRetry) => <Waiting crumbs={crumbs} onRetry={onRetry} />}
      failure={(failed) => <Missing {...failed} crumbs={crumbs} onBack={props.onBack} />}
    >
      {id === null ? <NewUser {...props} /> : <ExistingUser {...props} id={id} />}
    </Reading>
  );
}

function ExistingUser(props: Props & { id: string }) {
  const { data } = useSuspenseQuery(oneQuery(props.id));
  useBreadcrumb([...props.crumbs, { label: data.name }]);
  return (
    <UserFormProvider key={props.id} user={data} onAdded={props.onAdded}>
      {(form) => <Page {...props} user={data} form={form} title={data.name} />}
    </UserFormProvider>
  );
}

function NewUser(props: Props) {
  const { t } = useTranslation();
  const title = t('users.new');
  useBreadcrumb([...props.crumbs, { label: title }]);
  return (
    <UserFormProvider user={null} onAdded={props.onAdded}>
      {(form) => <Page {...props} user={null} form={form} title={title} />}
    </UserFormProvider>
  );
}

function Waiting({ crumbs, onRetry }: Pick<Props, 'crumbs'> & { onRetry: () => void }) {
  const { t } = useTranslation();
  useBreadcrumb([...crumbs, { label: t('ui.loading') }]);
  return (
    <div className="page">
      <PageHeader title={t('ui.loading')} />
      <ListSkeleton count={6} onRetry={onRetry} />
    </div>
  );
}

function Missing({ error, onRetry, crumbs, onBack }: Pick<Props, 'crumbs' | 'onBack'> & Failed) {
  const { t } = useTranslation();
  useBreadcrumb([...crumbs, { label: t('users.gone') }]);
  const missing = error.httpStatus === 404;
  return (
    <div className="page inside-state">
      <ViewerState
        heading="h1"
        seed="lost"
        title={missing ? t('users.gone') : t('ui.error.part')}
        cause={missing ? t('users.goneText') : errorText(error)}
        actions={
          <>
            {!missing && <Button onClick={onRetry}>{t('ui.retry')}</Button>}
            <Button kind="primary" onClick={onBack}>
              {t('users.toList')}
            </Button>
          </>
        }
      />
    </div>
  );
}

type PageProps = Props & { user: OneUser | null; form: UserForm; title: string };

function Page({ user, form, title, getActions, onAsk, onBack }: PageProps) {
  const { t } = useTranslation();
  const change = useSetSearch();
  const { tab: wanted } = useSearchValues();
  const { counts, hasCustom } = useTabCounts(user);
  const shown = userTabs.filter((tab) => (user || !['security', 'history'].includes(tab)) && (tab !== 'custom' || hasCustom));
  const tab: UserTab = shown.find((each) => each === wanted) ?? 'data';
  const Panel = panels[tab];
  const { save } = form;
  const page = useRef<HTMLDivElement>(null);
  // A new user's form closes with its save; an existing user's stays open and counts changes made during the save.
  useInertWhileSaving(page, user === null && form.saving);
  // Ctrl S saves, as in every form.
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      void save();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [save]);
  const where = [...new Set(form.changed.map((field) => t(`users.tab.${getTab(field)}`)))].join(', ');
  return (
    <div ref={page} className="page users-page user-form">
      <PageHeader
        title={title}
        lead={user && <Avatar name={user.name} picture={user.picture} size={56} />}
        facts={user && <Facts user={user} />}
        text={user ? undefined : t('users.newText')}
        actions={
          user && (
            <>
              <Button icon={IconCopy} onClick={() => onAsk({ what: 'duplicate', row: user })}>
                {t('users.action.duplicate')}
              </Button>
              <RowMenu name={user.name} actions={getActions(user).filter(({ id }) => id !== 'duplicate')} />
            </>
          )
        }
      />
      <Tabs
        label={t('users.tabs')}
        tabs={shown.map((id) => ({ id, label: t(`users.tab.${id}`), ...(counts[id] === undefined ? {} : { count: counts[id] }) }))}
        value={tab}
        onChange={(next) => change({ tab: next === 'data' ? undefined : next }, { replace: true })}
      >
        <div className="user-panel">
          <SaveProblem form={form} />
          <Suspense fallback={<ListSkeleton count={5} />}>
            <Panel key={tab} onAsk={onAsk} />
          </Suspense>
        </div>
      </Tabs>
      {user ? (
        <SaveBar
          changes={form.changed.length}
          where={t('users.changedIn', { where })}
          errors={form.errors}
          saving={form.saving}
          onSave={() => void save()}
          onDiscard={form.discard}
        />
      ) : (
        <NewUserBar form={form} onBack={onBack} />
      )}
    </div>
  );
}

function Facts({ user }: { user: OneUser }) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const facts: ReactNode[] = [
    profileWord(user.profile, t),
    user.department,
    user.lastSignInAt
      ? t('users.signedInWhen', { when: formatWhen(language, new Date(user.lastSignInAt), new Date(), zone) })
      : t('users.neverSignedIn'),
  ];
  return (
    <>
      <StatusBadge status={user.status} />
      <span>{facts.filter(Boolean).join(' · ')}</span>
      {user.statusReason && <span>{t('users.statusReason', { reason: user.statusReason })}</span>}
    </>
  );
}

/** Footer for a new user: whether to send an invitation, and the seats left. */
function NewUserBar({ form, onBack }: { form: UserForm; onBack: () => void }) {
  const { t } = useTranslation();
  const seats = form.choices.seats;
  const full = seats.left === 0;
  return (
    <section className="card user-new-bar" aria-label={t('users.new')}>
      {full && <Notice tone="warn">{t('user_limit_reached')}</Notice>}
      <SwitchRow
        label={t('users.field.invite')}
        text={t(takesPasswords ? 'users.help.invite' : 'users.help.invite.ways')}
        checked={form.invites}
        onChange={form.setInvite}
      />
      <div className="row row-wrap">
        {form.errors > 0 && (
          <span className="save-bar-errors small" role="status">
            {t('ui.form.errors', { count: form.errors })}
          </span>
        )}
        <span className="push" />
        <Button onClick={onBack}>{t('ui.cancel')}</Button>
        <Button kind="primary" loading={form.saving} onClick={() => void form.save()}>
          {t('users.add')}
        </Button>
      </div>
    </section>
  );
}

function SaveProblem({ form: { problem, reload } }: { form: UserForm }) {
  const { t } = useTranslation();
  if (!problem) return null;
  return (
    <Notice tone="err">
      <SaveRefusal refusal={problem} changedText={t('users.changedMeanwhile')} reloadLabel={t('users.reload')} onReload={reload} />
    </Notice>
  );
}
