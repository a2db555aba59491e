import { Textarea, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { maxDescriptionLength, maxNameLength } from '../../../domain/user-groups/limits.ts';
import { call } from '../../app/data/api.ts';
import { ApiError } from '../../app/data/api-error.ts';
import { SaveRefusal } from '../../app/data/SaveRefusal.tsx';
import { useSave } from '../../app/data/use-save.ts';
import { errorText } from '../../app/notices/notify.ts';
import { useTranslation } from '../../i18n.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { FormDrawer } from '../../ui/FormDrawer.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ListSkeleton } from '../../ui/Skeletons.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { toast } from '../../ui/toast.ts';
import { type Tab, tabs } from './address.ts';
import { GivenReports } from './GivenReports.tsx';
import { Members } from './Members.tsx';
import { type OneGroup, oneQuery, refreshUserGroups } from './queries.ts';
import { UserGroupHistory } from './UserGroupHistory.tsx';
import { useChangeUserGroups } from './use-change-user-groups.ts';

type Props = {
  /** Null adds a new one, or with `from` a copy of that group. */
  id: string | null;
  from: string | null;
  opened: boolean;
  tab: Tab;
  onTab: (tab: Tab) => void;
  onCreated: (id: string) => void;
  onClose: () => void;
};
type Draft = { name: string; description: string };
/** Adds or edits a user group over its list; members and reports are saved by their own switches. */
export function UserGroupDrawer({ id, from, opened, tab, onTab, onCreated, onClose }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({ ...oneQuery(id ?? from ?? ''), enabled: opened && (id ?? from) !== null });
  const { change } = useChangeUserGroups();
  const [edits, setEdits] = useState<Partial<Draft>>({});
  // The version the draft is based on; a newer one is adopted only when the user asks for it.
  const [base, setBase] = useState<OneGroup | null>(null);
  const { save, busy, problem, problemAt, clear } = useSave({ fields: ['name'] });
  const [tried, setTried] = useState(false);
  if (data && !base && data.id === (id ?? from)) setBase(data);

  const start: Draft = {
    name: from && base ? t('userGroups.copyOf', { name: base.name }).slice(0, maxNameLength) : id && base ? base.name : '',
    description: id && base ? base.description : '',
  };
  const draft = { ...start, ...edits };
  const dirty = draft.name !== start.name || draft.description !== start.description;
  const loading = (id ?? from) !== null && !base;
  const deleted = id !== null && data?.deleted === true;
  const set = (edit: Partial<Draft>) => {
    setEdits((before) => ({ ...before, ...edit }));
    if (edit.name !== undefined && problemAt('name')) clear();
  };
  const missing = draft.name.trim() === '' ? t('ui.form.required', { name: t('userGroups.form.name') }) : null;

  const send = () => {
    if (id && base) return call('PUT /api/auth/user-groups/{id}', { id, version: base.version, ...draft });
    if (from) return call('POST /api/auth/user-groups/{id}/duplicate', { id: from, name: draft.name });
    return call('POST /api/auth/user-groups', draft);
  };
  const saveDraft = async () => {
    setTried(true);
    clear();
    if (loading || missing) return;
    if (id && !dirty) return onClose();
    const done = await save(async () => {
      const saved = await send();
      refreshUserGroups(client);
      toast.success(t(id ? 'userGroups.saved' : 'userGroups.created'));
      setEdits({});
      if (id) onClose();
      else onCreated(saved.id);
    });
    if (!done) onTab('data');
  };
  const submit = async () => {
    if (!deleted || !data) return saveDraft();
    await change('restore', [data]);
    onClose();
  };
  const reload = async () => {
    const fresh = await refetch();
    if (fresh.data) setBase(fresh.data);
    clear();
  };

  const fields = () => {
    if (error && !base) {
      const gone = error instanceof ApiError && error.httpStatus === 404;
      return (
        <ErrorState
          text={gone ? t('userGroups.gone') : errorText(error)}
          requestId={error instanceof ApiError ? error.requestId : null}
          onRetry={gone ? undefined : () => void refetch()}
        />
      );
    }
    if (loading) return <ListSkeleton count={3} onRetry={() => void refetch()} />;
    if (deleted) return <Notice tone="warn">{t('userGroups.form.deleted')}</Notice>;
    return (
      <>
        {from && base && <Notice tone="info">{t('userGroups.form.copies', { count: base.members, name: base.name })}</Notice>}
        <TextInput
          data-autofocus
          label={t('userGroups.form.name')}
          value={draft.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
          error={problemAt('name') ?? (tried || edits.name !== undefined ? missing : null)}
          maxLength={maxNameLength}
          autoComplete="off"
        />
        {!from && (
          <Textarea
            label={
              <>
                {t('userGroups.form.description')} <span className="muted">{t('ui.form.optional')}</span>
              </>
            }
            value={draft.description}
            onChange={(event) => set({ description: event.currentTarget.value })}
            maxLength={maxDescriptionLength}
            autosize
            minRows={3}
            maxRows={8}
          />
        )}
        {id === null && !from && <p className="small muted">{t('userGroups.form.then')}</p>}
      </>
    );
  };
  const panel = () => {
    if (tab === 'history' && id) return <UserGroupHistory id={id} />;
    if (deleted || tab === 'data' || !id || (error && !base)) return fields();
    return tab === 'members' ? <Members id={id} /> : <GivenReports id={id} name={base?.name ?? ''} />;
  };
  const counts = { members: data?.members, reports: data?.reports };
  return (
    <FormDrawer
      opened={opened}
      title={t(id ? 'userGroups.edit' : from ? 'userGroups.duplicate' : 'userGroups.new')}
      text={id ? base?.name : undefined}
      dirty={dirty && !deleted && (id !== null || Object.keys(edits).length > 0)}
      saving={busy}
      readOnly={(error !== null && !base) || (id !== null && !dirty && tab !== 'data' && !deleted)}
      submitLabel={deleted ? t('userGroups.action.restore') : id ? undefined : t('userGroups.create')}
      problem={
        problem && (
          <SaveRefusal
            refusal={problem}
            changedText={t('userGroups.form.changed')}
            reloadLabel={t('userGroups.form.reload')}
            onReload={reload}
          />
        )
      }
      onSubmit={submit}
      onClose={onClose}
    >
      {id ? (
        <Tabs
          label={t('userGroups.tabs')}
          tabs={tabs.map((each) => ({
            id: each,
            label: t(`userGroups.tab.${each}`),
            ...(each === 'members' || each === 'reports' ? { count: counts[each] } : {}),
          }))}
          value={tab}
          onChange={onTab}
        >
          <div className="user-group-panel">{panel()}</div>
        </Tabs>
      ) : (
        fields()
      )}
    </FormDrawer>
  );
}
