import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { isOn } from '../../../domain/contract/flag.ts';
import { toastError } from '../../app/notices/notify.ts';
import type { ViewerContext, ViewerPart } from '../../app/parts/viewer-parts.ts';
import { store } from '../../app/session/storage.ts';
import { useTranslation } from '../../i18n.ts';
import { confirm } from '../../ui/confirm.ts';
import { IconCopyPlus, IconDeviceFloppy, IconPencil, IconPencilCheck } from '../../ui/icons.ts';
import { toast } from '../../ui/toast.ts';
import { useLeaveGuard } from '../../ui/use-leave-guard.ts';
import { CopyDialog } from './CopyDialog.tsx';
import { editQuery } from './queries.ts';
import { useKeepCopy } from './use-keep-copy.ts';

const watchMs = 2_000;

/** Editing in place: a switch in the viewer's bar, saving and saving a copy while it is on, and a guard over unsaved changes. */
export function useEditParts({ reportId, report, facts, ready, testing, editing }: ViewerContext): readonly ViewerPart[] {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [dirty, setDirty] = useState(false);
  const [saving, setSaving] = useState(false);
  const [copying, setCopying] = useState(false);
  const keep = useKeepCopy(reportId);
  const { on } = editing;
  const asked = facts !== undefined && facts.kind === 'powerbi' && !facts.prevented && !testing;
  // No suspense: the entries of the viewer's bar.
  const { data } = useQuery({ ...editQuery(reportId), enabled: asked });
  const allowed = asked && isOn(data?.permission_edit);

  // Spec 3: the browser's cached configuration also holds the edit permission of the open report.
  useEffect(() => {
    if (data) store.mergeConfig({ permissionEditReport: data });
  }, [data]);
  // The frame reports changes only on request, and the browser's own prompt on closing cannot wait for a response.
  useEffect(() => {
    if (!on || !ready) return setDirty(false);
    const timer = setInterval(async () => setDirty(await editing.unsaved()), watchMs);
    return () => clearInterval(timer);
  }, [on, ready, editing]);
  useLeaveGuard(on && dirty);
  // The service's own toolbar can save too; its copies must be added to the portal as well.
  const heard = useRef<(copyId: string | null) => void>(() => undefined);
  heard.current = (copyId) => {
    if (copyId) keep(copyId).catch(toastError);
    else toast.success(t('access.editing.saved'));
  };
  // Saves inside the frame are external to React.
  useEffect(() => (on ? editing.hear((copyId) => heard.current(copyId)) : undefined), [on, editing]);

  const mayLose = async (): Promise<boolean> =>
    !(await editing.unsaved()) ||
    confirm({
      title: t('access.editing.leave'),
      text: t('access.editing.leaveText'),
      yes: t('access.editing.leaveYes'),
      no: t('access.editing.leaveNo'),
      danger: true,
    });
  useBlocker({
    disabled: !on,
    enableBeforeUnload: false,
    shouldBlockFn: async ({ current, next }) => current.pathname !== next.pathname && !(await mayLose()),
  });

  if (!allowed) return [];
  const toggle = async () => {
    if (!on) return editing.start();
    if (await mayLose()) editing.stop();
  };
  const save = async () => {
    if (saving) return;
    setSaving(true);
    const saved = await editing.save();
    setSaving(false);
    setDirty(await editing.unsaved());
    if (saved) toast.success(t('access.editing.saved'));
    else toast.error(t('access.editing.saveFailed'), { text: t('access.editing.saveFailedText') });
    // Saving may have changed the pages.
    if (saved) void client.invalidateQueries({ queryKey: ['management'] });
  };
  const wait = ready ? null : t('ui.loading');
  const start: ViewerPart = {
    action: {
      id: 'edit',
      icon: on ? IconPencilCheck : IconPencil,
      label: t(on ? 'access.editing.done' : 'access.editing.start'),
      at: 'named',
      run: () => void toggle(),
    },
  };
  if (!on) return [start];
  return [
    {
      action: {
        id: 'save',
        icon: IconDeviceFloppy,
        label: t('access.editing.save'),
        at: 'named',
        disabledReason: wait,
        run: () => void save(),
      },
    },
    {
      action: {
        id: 'copy',
        icon: IconCopyPlus,
        label: t('access.editing.copy'),
        at: 'named',
        disabledReason: wait,
        run: () => setCopying(true),
      },
      dialog: (
        <CopyDialog
          reportId={reportId}
          title={report?.title ?? ''}
          opened={copying}
          saveAs={editing.saveAs}
          onClose={() => setCopying(false)}
        />
      ),
    },
    start,
  ];
}
