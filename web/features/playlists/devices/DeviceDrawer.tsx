import { Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isCode } from '../../../../domain/playlists/code.ts';
import { maxNameLength, maxPlaceLength } from '../../../../domain/playlists/limits.ts';
import { type CallOutput, call } from '../../../app/data/api.ts';
import { useSave } from '../../../app/data/use-save.ts';
import { RecordDrawer } from '../../../app/layouts/RecordDrawer.tsx';
import { useDrawerGuard } from '../../../app/shell/drawer-guard.ts';
import { useTranslation } from '../../../i18n.ts';
import { confirmIdentityAt } from '../../../ui/access/confirm-identity.ts';
import { RowsField } from '../../../ui/access/RowsField.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { DrawerForm } from '../../../ui/FormDrawer.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Segmented } from '../../../ui/Segmented.tsx';
import { toast } from '../../../ui/toast.ts';
import { useForm } from '../../../ui/use-form.ts';
import { choicesQuery } from '../../users/index.ts';
import { devicesQuery, listQuery } from '../loader.ts';
import { oneQuery, refreshPlaylists } from '../queries.ts';
import { LinkDialog } from './LinkDialog.tsx';

type Row = CallOutput<'GET /api/auth/playlist_devices'>['items'][number];
type Draft = {
  way: 'code' | 'link';
  code: string;
  name: string;
  place: string;
  playlistId: string | null;
  username: string;
  roles: string[];
};
type Link = { name: string; token: string };
type Props = { /** The playlist of a new display. */ playlist: string | null; opened: boolean; onClose: () => void };

const aboveDrawer = { zIndex: 320 };
const settleMs = 250;
const most = 100;
const fields = ['code', 'name', 'playlistId', 'identity', 'roles'] as const;
const noOptions = { roles: [], listed: false, values: [], usual: [] };
type Field = (typeof fields)[number];

const toDraft = (row: Row): Draft => ({
  ...{ way: 'link', code: '', name: row.name, place: row.place, playlistId: row.playlist?.id ?? null },
  ...{ username: row.identity?.username ?? '', roles: row.identity?.roles ?? [] },
});

/** Adds a display (`id` null) by its pairing code or by a link, or edits one. */
export function DeviceDrawer({ id, opened, onClose, ...form }: Props & { id: string | null }) {
  const { t } = useTranslation();
  const [link, setLink] = useState<Link | null>(null);
  const shown = { ...form, opened: opened && link === null, onClose, onLink: setLink };
  return (
    <>
      <RecordDrawer opened={shown.opened} title={t(id === null ? 'playlists.devices.new' : 'playlists.devices.edit')} onClose={onClose}>
        {id === null ? <DeviceForm {...shown} record={null} /> : <ExistingDevice {...shown} id={id} />}
      </RecordDrawer>
      <LinkDialog
        link={link}
        onClose={() => {
          setLink(null);
          onClose();
        }}
      />
    </>
  );
}

type InForm = Props & { onLink: (link: Link) => void };

function ExistingDevice({ id, ...form }: InForm & { id: string }) {
  const { t } = useTranslation();
  // Each opening starts from the stored version.
  const { data } = useSuspenseQuery({ ...devicesQuery({ id }), staleTime: 0, gcTime: 0 });
  const [row] = data.items;
  if (row) return <DeviceForm {...form} record={row} />;
  return (
    <DrawerForm title={t('playlists.devices.edit')} dirty={false} readOnly onSubmit={() => undefined} onClose={form.onClose}>
      <ErrorState text={t('not_found')} />
    </DrawerForm>
  );
}

function DeviceForm({ record, playlist, opened, onClose, onLink }: InForm & { record: Row | null }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  /** The reports of a playlist, once they are read: what they need decides which fields a display must have. */
  const getReports = (id: string | null) =>
    (id === null ? undefined : client.getQueryData(oneQuery(id).queryKey))?.list.map(({ report }) => report) ?? [];
  const form = useForm<Draft, Field>({
    start: record ? toDraft(record) : { way: 'code', code: '', name: '', place: '', playlistId: playlist, username: '', roles: [] },
    version: record?.version ?? 0,
    problems({ way, code, name, playlistId, username, roles }) {
      const need = (what: string) => t('ui.form.required', { name: what });
      const reports = getReports(playlistId);
      return {
        ...(!record && way === 'code' && !isCode(code) ? { code: t('playlists.device.codeInvalid') } : {}),
        ...(name.trim() === '' ? { name: need(t('playlists.form.name')) } : {}),
        ...(playlistId === null ? { playlistId: need(t('playlists.column.playlist')) } : {}),
        ...(reports.some(({ needsIdentity }) => needsIdentity) && username.trim() === ''
          ? { identity: t('playlist_identity_required') }
          : {}),
        ...(reports.some((report) => report.needsRoles) && roles.length === 0 ? { roles: t('grant_roles_required') } : {}),
      };
    },
  });
  const { draft, change: set } = form;
  const { save: run, busy, problem, clear } = useSave({ fields, refuseAt: form.refuse });
  const { leave } = useDrawerGuard(opened, form.dirty);
  const close = () => leave(onClose);
  // No suspense: what the chosen playlist asks for, below its field, and its name.
  const { data: own } = useQuery({ ...oneQuery(draft.playlistId ?? ''), enabled: draft.playlistId !== null });
  const [search, setSearch] = useState('');
  const [wanted] = useDebouncedValue(search.trim(), settleMs);
  const query = listQuery({ size: most, ...(wanted && wanted !== own?.name ? { search: wanted } : {}) });
  // No suspense: suggestions for what is typed.
  const playlists = useQuery({ ...query, placeholderData: keepPreviousData });
  const offered = [record?.playlist, own, ...(playlists.data?.items ?? [])].filter((each) => !!each);
  const chosen = getReports(draft.playlistId);
  const guarded = chosen.filter(({ needsIdentity }) => needsIdentity).map(({ title }) => title);
  const needsRoles = chosen.some((report) => report.needsRoles);
  // The same suggestions as on a user's page, because they apply to the whole unit.
  // No suspense: suggestions.
  const choices = useQuery(choicesQuery);
  const byCode = !record && draft.way === 'code';

  /** A display shows its data publicly: confirms when reports with per-user data are newly assigned to it. */
  const mayHang = async (): Promise<boolean> =>
    guarded.length === 0 ||
    (record !== null && form.base.playlistId === draft.playlistId) ||
    confirm({
      title: t('playlists.device.wall'),
      text: t('playlists.device.wallText', { titles: guarded.join(', ') }),
      yes: t('playlists.device.wallYes'),
      no: t('ui.cancel'),
      danger: true,
    });
  /** Asks the service about every report that requires the identity, unless neither it nor the slideshow has changed. */
  const holds = async (identity: { username: string; roles: string[] }): Promise<boolean> => {
    const { base } = form;
    const same = base.username.trim() === identity.username && base.roles.toSorted().join('\n') === identity.roles.toSorted().join('\n');
    if (record && same && base.playlistId === draft.playlistId) return true;
    const asked = { as: 'fixed' as const, ...identity };
    const reports = chosen.filter(({ needsIdentity }) => needsIdentity);
    const attempts = [...new Map(reports.map((report) => [report.id, report])).values()].map(({ id, title }) => async () => {
      const { refusal } = await call('POST /api/auth/reports/{id}/identity/preview', { id, identity: asked, filters: [] });
      return refusal === null ? null : `${title}: ${refusal}`;
    });
    return confirmIdentityAt({ identity: asked }, attempts);
  };
  const save = async () => {
    clear();
    const { playlistId } = draft;
    if (!form.check() || !playlistId || !(await mayHang())) return;
    const identity = draft.username.trim() === '' ? null : { username: draft.username.trim(), roles: draft.roles };
    const input = { name: draft.name, place: draft.place, playlistId, identity };
    await run(async () => {
      if (identity && !(await holds(identity))) return;
      if (record) await call('PUT /api/auth/playlist_devices/{id}', { id: record.id, version: form.version, ...input });
      else if (byCode) await call('POST /api/auth/playlist_devices/pair', { code: draft.code, ...input });
      else {
        const { token } = await call('POST /api/auth/playlist_devices', input);
        onLink({ name: draft.name, token });
      }
      refreshPlaylists(client);
      if (!record && !byCode) return;
      toast.success(t(record ? 'playlists.device.saved' : 'playlists.device.paired', { name: draft.name }));
      close();
    });
  };
  return (
    <DrawerForm
      title={t(record ? 'playlists.devices.edit' : 'playlists.devices.new')}
      dirty={opened && form.dirty}
      saving={busy}
      submitLabel={t(record ? 'ui.save' : byCode ? 'playlists.device.pair' : 'playlists.device.makeLink')}
      problem={problem?.text}
      onSubmit={save}
      onClose={close}
    >
      {!record && (
        <Segmented
          label={t('playlists.device.way')}
          segments={[
            { value: 'code', label: t('playlists.device.byCode') },
            { value: 'link', label: t('playlists.device.byLink') },
          ]}
          value={draft.way}
          onChange={(way) => set({ way })}
        />
      )}
      {byCode && (
        <TextInput
          data-autofocus
          label={t('playlists.device.code')}
          description={t('playlists.device.codeHelp', { address: `${location.host}/tv` })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={draft.code}
          onChange={(event) => set({ code: event.currentTarget.value.toUpperCase() })}
          error={form.getError('code')}
          maxLength={10}
          autoComplete="off"
          classNames={{ input: 'mono' }}
        />
      )}
      {!record && !byCode && <Notice tone="info">{t('playlists.device.linkHelp')}</Notice>}
      <TextInput
        label={t('playlists.form.name')}
        value={draft.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
        error={form.getError('name')}
        maxLength={maxNameLength}
        autoComplete="off"
      />
      <TextInput
        label={
          <>
            {t('playlists.device.place')} <span className="muted">{t('ui.form.optional')}</span>
          </>
        }
        value={draft.place}
        onChange={(event) => set({ place: event.currentTarget.value })}
        maxLength={maxPlaceLength}
        autoComplete="off"
      />
      <Select
        label={t('playlists.column.playlist')}
        data={[...new Map(offered.map(({ id, name }) => [id, { value: id, label: name }])).values()]}
        value={draft.playlistId}
        onChange={(playlistId) => set({ playlistId })}
        error={form.getError('playlistId')}
        searchable
        onSearchChange={setSearch}
        // The server has filtered already.
        filter={({ options }) => options}
        nothingFoundMessage={playlists.data ? t('playlists.find.none') : t('ui.loading')}
        allowDeselect={false}
        comboboxProps={aboveDrawer}
      />
      {guarded.length > 0 && <Notice tone="warn">{t('playlists.device.guarded', { titles: guarded.join(', ') })}</Notice>}
      <RowsField
        value={{ as: 'fixed', username: draft.username, roles: draft.roles }}
        onChange={({ username, roles }) => set({ username, roles: [...roles] })}
        other={guarded.length > 0 ? null : 'none'}
        options={choices.data?.identity ?? noOptions}
        needsRoles={needsRoles}
        forDisplay
        errors={{ username: form.getError('identity'), roles: form.getError('roles') }}
      />
    </DrawerForm>
  );
}
