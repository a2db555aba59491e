import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { emptyDraft } from '../../../domain/report-groups/fields.ts';
import { ApiError } from '../../app/data/api-error.ts';
import { SaveRefusal } from '../../app/data/SaveRefusal.tsx';
import { errorText } from '../../app/notices/notify.ts';
import { useDrawerGuard } from '../../app/shell/drawer-guard.ts';
import { useTranslation } from '../../i18n.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { FormDrawer } from '../../ui/FormDrawer.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ListSkeleton } from '../../ui/Skeletons.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { GroupFields } from './GroupFields.tsx';
import { GroupHistory } from './GroupHistory.tsx';
import { type Kind, wordOf } from './kind.ts';
import { oneQuery } from './queries.ts';
import { useChangeGroups } from './use-change-groups.ts';
import { useGroupForm } from './use-group-form.ts';
import { useSaveGroup } from './use-save-group.ts';

export type Panel = 'data' | 'history';
type Props = {
  kind: Kind;
  /** Null adds a new one. */
  id: string | null;
  /** The group that a new sub-group starts in. */
  within: string | undefined;
  opened: boolean;
  panel: Panel;
  onPanel: (panel: Panel) => void;
  onClose: () => void;
};

/** Adds or edits a group or sub-group over its list, with a history tab. */
export function GroupDrawer({ kind, id, within, opened, panel, onPanel, onClose }: Props) {
  const { t } = useTranslation();
  const word = wordOf(kind);
  const form = useGroupForm(kind, id === null ? { ...emptyDraft, groupId: kind === 'subgroups' ? (within ?? null) : null } : null);
  const { data, error, refetch, isFetchedAfterMount } = useQuery({ ...oneQuery(kind, id ?? ''), enabled: opened && id !== null });
  const parent = useQuery({ ...oneQuery('groups', within ?? ''), enabled: id === null && within !== undefined, staleTime: 60_000 });
  const { save, saving, problem, clear } = useSaveGroup(kind, id, form);
  const { change } = useChangeGroups(kind);
  const [loaded, setLoaded] = useState(id === null);
  const [compared, setCompared] = useState(false);
  const nameField = useRef<HTMLInputElement>(null);
  const deleted = data?.visibility === 'deleted';

  // The form starts from a fresh response and keeps it until the user asks for a newer version.
  if (!loaded && data && isFetchedAfterMount) {
    setLoaded(true);
    form.load(data);
  }

  const dirty = loaded && !deleted && form.dirty;
  const { leave } = useDrawerGuard(opened, dirty);

  // The record loads after the drawer has opened; its first field takes over the focus from the drawer's head.
  useEffect(() => {
    if (loaded && id !== null) nameField.current?.focus();
  }, [loaded, id]);

  const close = () => leave(onClose);
  const reload = async () => {
    const fresh = await refetch();
    if (!fresh.data) return;
    form.rebase(fresh.data);
    setCompared(true);
    clear();
    nameField.current?.focus();
  };
  const submit = async () => {
    if (!loaded) return;
    if (deleted && data) {
      await change('restore', [data]);
      return close();
    }
    if (id !== null && !form.dirty) return close();
    if (await save(data?.visibility === 'hidden')) close();
    else if (panel !== 'data') onPanel('data');
  };

  const group =
    data?.groupId && data.groupName
      ? { id: data.groupId, name: data.groupName }
      : parent.data && within
        ? { id: within, name: parent.data.name }
        : null;
  const fields = () => {
    if (error && !data) {
      const missing = error instanceof ApiError && error.httpStatus === 404;
      return (
        <ErrorState
          title={missing ? errorText(error) : undefined}
          text={missing ? t('groups.form.gone') : errorText(error)}
          requestId={error instanceof ApiError ? error.requestId : null}
          onRetry={missing ? undefined : () => void refetch()}
        />
      );
    }
    if (!loaded) return <ListSkeleton count={4} onRetry={() => void refetch()} />;
    if (deleted) return <Notice tone="warn">{t('groups.form.deleted')}</Notice>;
    return (
      <>
        {compared && <Notice tone="info">{t('groups.form.compare')}</Notice>}
        <GroupFields kind={kind} form={form} group={group} nameRef={nameField} />
      </>
    );
  };
  return (
    <FormDrawer
      opened={opened}
      title={t(`groups.${word}.${id === null ? 'add' : 'edit'}`)}
      text={id === null ? undefined : data?.name}
      dirty={dirty}
      saving={saving || (!loaded && !error)}
      readOnly={!loaded && error !== null}
      submitLabel={deleted ? t('groups.action.restore') : id === null ? t(`groups.${word}.create`) : undefined}
      problem={
        problem && (
          <SaveRefusal
            refusal={problem}
            changedText={t('groups.form.changed')}
            reloadLabel={t('groups.form.reload')}
            onReload={() => void reload()}
          />
        )
      }
      onSubmit={submit}
      onClose={close}
    >
      {id === null ? (
        fields()
      ) : (
        <Tabs
          label={t('groups.form.tabs')}
          tabs={[
            { id: 'data', label: t('groups.form.data') },
            { id: 'history', label: t('groups.form.history') },
          ]}
          value={panel}
          onChange={onPanel}
        >
          <div className="drawer-panel">{panel === 'history' ? <GroupHistory kind={kind} id={id} /> : fields()}</div>
        </Tabs>
      )}
    </FormDrawer>
  );
}
