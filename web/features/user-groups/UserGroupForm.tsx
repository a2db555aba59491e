import { Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { buildRecord, pick } from '../../../domain/fields/fields.ts';
import { textNames, type UserGroupDraft, userGroupFields, userGroupTexts } from '../../../domain/user-groups/fields.ts';
import { maxNameLength } from '../../../domain/user-groups/limits.ts';
import { call } from '../../app/data/api.ts';
import { SaveRefusal } from '../../app/data/SaveRefusal.tsx';
import { useSave } from '../../app/data/use-save.ts';
import { useDrawerGuard } from '../../app/shell/drawer-guard.ts';
import { useTranslation } from '../../i18n.ts';
import { DrawerForm } from '../../ui/FormDrawer.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { toast } from '../../ui/toast.ts';
import { useForm } from '../../ui/use-form.ts';
import { type OneGroup, refreshUserGroups } from './queries.ts';
import { useChangeUserGroups } from './use-change-user-groups.ts';

export type FormProps = {
  opened: boolean;
  title: string;
  onCreated: (id: string) => void;
  onClose: () => void;
  /** The group that is edited. */
  record?: OneGroup;
  /** The group that a new one copies. */
  source?: OneGroup;
  /** Another tab than that of the fields is open: there is nothing to save unless they were changed. */
  elsewhere?: boolean;
  onRefused?: () => void;
  onReload?: () => Promise<OneGroup | undefined>;
  /** Places the fields. */
  children?: (fields: ReactNode) => ReactNode;
};

/** Name and description of a user group: a new one, a copy, or the one that is edited. */
export function UserGroupForm(props: FormProps) {
  const {
    opened,
    title,
    onCreated,
    onClose,
    record,
    source,
    elsewhere = false,
    onRefused,
    onReload,
    children = (fields) => fields,
  } = props;
  const { t } = useTranslation();
  const { change } = useChangeUserGroups();
  const form = useForm({
    start: {
      name: record?.name ?? (source ? t('userGroups.copyOf', { name: source.name }).slice(0, maxNameLength) : ''),
      ...buildRecord(textNames, (name) => record?.[name] ?? ''),
    } satisfies UserGroupDraft,
    version: record?.version ?? 0,
    problems: ({ name }) => (name.trim() ? {} : { name: t('ui.form.required', { name: t('userGroups.form.name') }) }),
    tellsEdited: true,
  });
  const { save, busy, problem, clear } = useSave({
    fields: ['name'],
    refuseAt: form.refuse,
    refresh: (client) => void refreshUserGroups(client),
  });
  const { draft } = form;
  const deleted = record?.deleted === true;
  const dirty = form.dirty && !deleted;
  const { leave } = useDrawerGuard(opened, dirty);
  const close = () => leave(onClose);

  const send = () => {
    if (record) return call('PUT /api/auth/user-groups/{id}', { id: record.id, version: form.version, ...draft });
    if (source) return call('POST /api/auth/user-groups/{id}/duplicate', { id: source.id, name: draft.name });
    return call('POST /api/auth/user-groups', draft);
  };
  const submit = async () => {
    clear();
    if (deleted) {
      await change('restore', [record]);
      return close();
    }
    if (!form.check()) return onRefused?.();
    if (record && !dirty) return close();
    const done = await save(async () => {
      const { id } = await send();
      toast.success(t(record ? 'userGroups.saved' : 'userGroups.created'));
      form.load(draft, form.version);
      leave(() => (record ? onClose() : onCreated(id)));
    });
    if (!done) onRefused?.();
  };
  const reload = async () => {
    const fresh = await onReload?.();
    if (fresh) form.rebase(pick(fresh, userGroupFields), fresh.version);
    clear();
  };
  return (
    <DrawerForm
      title={title}
      text={record?.name}
      dirty={dirty}
      saving={busy}
      readOnly={elsewhere && !dirty && !deleted}
      submitLabel={deleted ? t('userGroups.action.restore') : record ? undefined : t('userGroups.create')}
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
      onClose={close}
    >
      {children(
        <>
          {source && <Notice tone="info">{t('userGroups.form.copies', { count: source.members, name: source.name })}</Notice>}
          <TextInput
            data-autofocus
            label={t('userGroups.form.name')}
            value={draft.name}
            onChange={(event) => {
              form.forget('name');
              form.set('name', event.currentTarget.value);
            }}
            error={form.getError('name')}
            maxLength={maxNameLength}
            autoComplete="off"
          />
          {!source &&
            textNames.map((name) => (
              <Textarea
                key={name}
                label={
                  <>
                    {t(`userGroups.form.${name}`)} <span className="muted">{t('ui.form.optional')}</span>
                  </>
                }
                value={draft[name]}
                onChange={(event) => form.set(name, event.currentTarget.value)}
                maxLength={userGroupTexts[name].max}
                autosize
                minRows={userGroupTexts[name].lines}
                maxRows={8}
              />
            ))}
          {!record && !source && <p className="small muted">{t('userGroups.form.then')}</p>}
        </>,
      )}
    </DrawerForm>
  );
}
