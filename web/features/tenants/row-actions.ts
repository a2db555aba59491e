import type { TenantRow } from '../../../domain/tenants/contract.ts';
import type { Translate } from '../../i18n.ts';
import { confirm } from '../../ui/confirm.ts';
import {
  IconBan,
  IconCalendarPlus,
  IconCircleCheck,
  IconContract,
  IconDoorEnter,
  IconPencil,
  IconRestore,
  IconTrash,
} from '../../ui/icons.ts';
import type { RowAction } from '../../ui/table/types.ts';
import type { Asking } from './StatusDialogs.tsx';
import type { UnitAction, UnitTarget } from './use-change-unit.ts';

export type ActionTarget = Pick<TenantRow, 'id' | 'name' | 'kind' | 'status' | 'version' | 'deletedAt' | 'units' | 'held'>;
type Ways = {
  t: Translate;
  /** Absent on the detail page itself. */
  open?: (row: ActionTarget) => void;
  /** Enters the unit; only in a partner's own list (BEHAVIOUR 13). */
  enter?: (row: ActionTarget) => void;
  ask: (what: Asking['what'], row: ActionTarget) => void;
  change: (action: UnitAction, unit: UnitTarget) => void;
};

/** All actions of a unit or partner; a deleted one can only be restored. */
export function getRowActions(row: ActionTarget, { t, open, enter, ask, change }: Ways): RowAction[] {
  const heldBack = (state: ActionTarget['held'][number]) => (row.held.includes(state) ? t('tenants.action.byPlatform') : null);
  if (row.deletedAt || row.status === 'D')
    return [
      {
        id: 'restore',
        label: t('tenants.action.restore'),
        icon: IconRestore,
        disabledReason: heldBack('deleted'),
        onClick: () => change('restore', row),
      },
    ];
  const convert = async () => {
    const agreed = await confirm({
      title: t('tenants.convert.title', { name: row.name }),
      text: t('tenants.convert.text'),
      yes: t('tenants.action.convert'),
      no: t('ui.cancel'),
    });
    if (agreed) change('convert', row);
  };
  const trial: RowAction[] =
    row.status === 'T'
      ? [
          {
            id: 'extend',
            label: t('tenants.action.extend'),
            icon: IconCalendarPlus,
            disabledReason: heldBack('trial'),
            onClick: () => ask('extend', row),
          },
          {
            id: 'convert',
            label: t('tenants.action.convert'),
            icon: IconContract,
            disabledReason: heldBack('trial'),
            onClick: () => void convert(),
          },
        ]
      : [];
  const blocked = row.status === 'B' || row.status === 'I';
  return [
    ...(open ? [{ id: 'edit', label: t('tenants.action.edit'), icon: IconPencil, onClick: () => open(row) }] : []),
    ...(enter && !blocked
      ? [{ id: 'enter', label: t('switch.enter'), icon: IconDoorEnter, beside: t('switch.enterShort'), onClick: () => enter(row) }]
      : []),
    ...trial,
    blocked
      ? {
          id: 'unblock',
          label: t('tenants.action.unblock'),
          icon: IconCircleCheck,
          disabledReason: heldBack('blocked'),
          onClick: () => change('unblock', row),
        }
      : { id: 'block', label: t('tenants.action.block'), icon: IconBan, onClick: () => ask('block', row) },
    {
      id: 'delete',
      label: t('tenants.action.delete'),
      icon: IconTrash,
      danger: true,
      disabledReason: row.kind === 'partner' && row.units > 0 ? t('tenants.action.hasUnits', { count: row.units }) : null,
      onClick: () => ask('delete', row),
    },
  ];
}
