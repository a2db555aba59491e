import type { ReactNode } from 'react';
import type { SettingsAreaName } from '../../../domain/settings/areas.ts';
import { useSearchValues, useSetSearch } from '../../app/address/address.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { IconHistory, IconRestore } from '../../ui/icons.ts';
import { Notice } from '../../ui/Notice.tsx';
import { SaveBar } from '../../ui/SaveBar.tsx';
import { AreaHistory } from './AreaHistory.tsx';
import type { SettingsForm } from './use-settings-form.ts';

/** One titled card of an area. */
export function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="card card-pad settings-card">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** A setting with a control other than a switch: name and effect on the left, the control on the right. */
export function Row({ label, text, labelId, children }: { label: string; text?: string; labelId: string; children: ReactNode }) {
  return (
    <div className="switch-row settings-row">
      <div>
        <p className="switch-row-label" id={labelId}>
          {label}
        </p>
        {text && <p className="small muted">{text}</p>}
      </div>
      <div className="settings-control">{children}</div>
    </div>
  );
}

/** Below the fields: reset to defaults, saved like any change, and the area's history. */
function AreaFoot({ form, area }: { form: SettingsForm; area: SettingsAreaName }) {
  const { t } = useTranslation();
  const { history } = useSearchValues();
  const setSearch = useSetSearch();
  const open = history === '1';
  return (
    <>
      <div className="row settings-foot">
        <Button
          size="s"
          icon={IconRestore}
          disabledReason={form.isDefault(area) && t('settings.reset.none')}
          onClick={() => form.toDefaults(area)}
        >
          {t('settings.reset')}
        </Button>
        <Button
          size="s"
          icon={IconHistory}
          aria-expanded={open}
          onClick={() => setSearch({ history: open ? null : '1' }, { replace: true })}
        >
          {t(open ? 'settings.history.hide' : 'settings.history.show')}
        </Button>
      </div>
      {open && (
        <Card title={t('settings.history')}>
          <AreaHistory area={area} />
        </Card>
      )}
    </>
  );
}

/** The fields of an area, and the bar that saves them. */
export function AreaForm({ form, area, children }: { form: SettingsForm; area: SettingsAreaName; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <form
      className="settings-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.save();
      }}
      onKeyDown={(event) => {
        if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        void form.save();
      }}
    >
      {form.conflict && (
        <Notice
          tone="err"
          action={
            <Button size="s" onClick={() => void form.reload()}>
              {t('settings.reload')}
            </Button>
          }
        >
          {t('settings.changed')}
        </Notice>
      )}
      {children}
      <AreaFoot form={form} area={area} />
      <SaveBar changes={form.changes} errors={form.errors} saving={form.saving} onSave={() => void form.save()} onDiscard={form.discard} />
    </form>
  );
}
