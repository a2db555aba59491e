import { Select, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isCode } from '../../../../domain/playlists/code.ts';
import { maxNameLength, maxPlaceLength } from '../../../../domain/playlists/limits.ts';
import { type CallOutput, call } from '../../../app/data/api.ts';
import { ApiError } from '../../../app/data/api-error.ts';
import { errorText } from '../../../app/notices/notify.ts';
import { useTranslation } from '../../../i18n.ts';
import { RowsField } from '../../../ui/access/RowsField.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { FormDrawer } from '../../../ui/FormDrawer.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Segmented } from '../../../ui/Segmented.tsx';
import { ListSkeleton } from '../../../ui/Skeletons.tsx';
import { toast } from '../../../ui/toast.ts';
import { devicesQuery, listQuery, oneQuery, refreshPlaylists } from '../queries.ts';
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
type Props = { /** Null adds one. */ id: string | null; playlist: string | null; opened: boolean; onClose: () => void };

const aboveDrawer = { zIndex: 320 };
const most = 100;
const fields = ['code', 'name', 'playlistId', 'identity', 'roles'] as const;
const noOptions = { roles: [], listed: false, values: [], usual: [] };
type Field = (typeof fields)[number];

const draftOf = (row: Row): Draft => ({
  ...{ way: 'link', code: '', name: row.name, place: row.place, playlistId: row.playlist?.id ?? null },
  ...{ username: row.identity?.username ?? '', roles: row.identity?.roles ?? [] },
});

/** Adds a display by its pairing code or by a link, or edits one. */
export function DeviceDrawer({ id, playlist, opened, onClose }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const devices = useQuery({ ...devicesQuery({ size: most }), enabled: id !== null });
  const playlists = useQuery(listQuery({ size: most }));
  const fresh: Draft = { way: 'code', code: '', name: '', place: '', playlistId: playlist, username: '', roles: [] };
  const [base, setBase] = useState<{ draft: Draft; version: number } | null>(id === null ? { draft: fresh, version: 0 } : null);
  const [edits, setEdits] = useState<Partial<Draft>>({});
  const [refused, setRefused] = useState<Partial<Record<Field, string>>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const [link, setLink] = useState<{ name: string; token: string } | null>(null);
  const row = devices.data?.items.find((each) => each.id === id);
  useEffect(() => {
    if (row && !base) setBase({ draft: draftOf(row), version: row.version });
  }, [row, base]);

  const draft = { ...(base?.draft ?? fresh), ...edits };
  const set = (change: Partial<Draft>) => {
    setEdits((before) => ({ ...before, ...change }));
    setRefused({});
  };
  const chosen = useQuery({ ...oneQuery(draft.playlistId ?? ''), enabled: draft.playlistId !== null });
  const guarded = chosen.data?.list.filter((item) => item.report.needsIdentity).map((item) => item.report.title) ?? [];
  const needsRoles = chosen.data?.list.some((item) => item.report.needsRoles) ?? false;
  // The same suggestions as on a user's page, because they apply to the whole unit.
  const choices = useQuery({
    queryKey: ['users', 'choices'],
    queryFn: ({ signal }) => call('GET /api/auth/users/choices', {}, { signal }),
  });
  const byCode = id === null && draft.way === 'code';

  const check = (): boolean => {
    const need = (name: string) => t('ui.form.required', { name });
    const found: Partial<Record<Field, string>> = {
      ...(byCode && !isCode(draft.code) ? { code: t('playlists.device.codeInvalid') } : {}),
      ...(draft.name.trim() === '' ? { name: need(t('playlists.form.name')) } : {}),
      ...(draft.playlistId === null ? { playlistId: need(t('playlists.column.playlist')) } : {}),
      ...(guarded.length > 0 && draft.username.trim() === '' ? { identity: t('playlist_identity_required') } : {}),
      ...(needsRoles && draft.roles.length === 0 ? { roles: t('grant_roles_required') } : {}),
    };
    setRefused(found);
    return Object.keys(found).length === 0;
  };
  /** A display shows its data publicly: confirms when reports with per-user data are newly assigned to it. */
  const mayHang = async (): Promise<boolean> =>
    guarded.length === 0 ||
    (base?.draft.playlistId === draft.playlistId && id !== null) ||
    confirm({
      title: t('playlists.device.wall'),
      text: t('playlists.device.wallText', { titles: guarded.join(', ') }),
      yes: t('playlists.device.wallYes'),
      no: t('ui.cancel'),
      danger: true,
    });
  const save = async () => {
    setProblem(null);
    if (!check() || !base || !draft.playlistId || !(await mayHang())) return;
    setSaving(true);
    const identity = draft.username.trim() === '' ? null : { username: draft.username.trim(), roles: draft.roles };
    const input = { name: draft.name, place: draft.place, playlistId: draft.playlistId, identity };
    try {
      if (id !== null) await call('PUT /api/auth/playlist_devices/{id}', { id, version: base.version, ...input });
      else if (byCode) await call('POST /api/auth/playlist_devices/pair', { code: draft.code, ...input });
      else {
        const { token } = await call('POST /api/auth/playlist_devices', input);
        setLink({ name: draft.name, token });
      }
      refreshPlaylists(client);
      if (id !== null || byCode) {
        toast.success(t(id === null ? 'playlists.device.paired' : 'playlists.device.saved', { name: draft.name }));
        onClose();
      } else setBase({ draft, version: 0 });
    } catch (error) {
      const field = error instanceof ApiError ? fields.find((name) => name === error.field) : undefined;
      if (field) setRefused({ [field]: errorText(error) });
      else if (!(error instanceof ApiError && error.handled)) setProblem(errorText(error));
    } finally {
      setSaving(false);
    }
  };
  return (
    <>
      <FormDrawer
        opened={opened && link === null}
        title={t(id === null ? 'playlists.devices.new' : 'playlists.devices.edit')}
        dirty={base !== null && link === null && JSON.stringify(base.draft) !== JSON.stringify(draft)}
        saving={saving}
        submitLabel={t(id !== null ? 'ui.save' : byCode ? 'playlists.device.pair' : 'playlists.device.makeLink')}
        readOnly={!base}
        problem={problem ?? (id !== null && devices.data && !row && !base ? t('not_found') : undefined)}
        onSubmit={save}
        onClose={onClose}
      >
        {!base && devices.isPending && <ListSkeleton count={4} />}
        {base && (
          <>
            {id === null && (
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
                error={refused.code}
                maxLength={10}
                autoComplete="off"
                classNames={{ input: 'mono' }}
              />
            )}
            {id === null && !byCode && <Notice tone="info">{t('playlists.device.linkHelp')}</Notice>}
            <TextInput
              label={t('playlists.form.name')}
              value={draft.name}
              onChange={(event) => set({ name: event.currentTarget.value })}
              error={refused.name}
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
              data={playlists.data?.items.map(({ id: value, name: label }) => ({ value, label })) ?? []}
              value={draft.playlistId}
              onChange={(playlistId) => set({ playlistId })}
              error={refused.playlistId}
              searchable
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
              errors={{ username: refused.identity, roles: refused.roles }}
            />
          </>
        )}
      </FormDrawer>
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
