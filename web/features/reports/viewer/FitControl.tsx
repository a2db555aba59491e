import { Menu } from '@mantine/core';
import { formatPercent } from '../../../../domain/format/number.ts';
import { type TextKey, useTranslation } from '../../../i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { IconCheck, IconZoomIn, IconZoomOut } from '../../../ui/icons.ts';
import type { Fit } from '../layer/embed-settings.ts';
import { drive, layerState, updateLayer, useLayer } from '../layer/report-layer-store.ts';

const fits: readonly { value: Fit; text: TextKey }[] = [
  { value: 'page', text: 'reports.viewer.fit.page' },
  { value: 'width', text: 'reports.viewer.fit.width' },
  { value: 'actual', text: 'reports.viewer.fit.actual' },
];
const step = 0.1;
const range = { least: 0.3, most: 2.5 };

/** Updates synchronously, so that a second press continues from the first. */
function zoomBy(change: number): void {
  const { zoom } = layerState();
  const next = Math.round(Math.min(range.most, Math.max(range.least, zoom + change)) * 10) / 10;
  updateLayer({ zoom: next });
  void drive('setZoom', next);
}

async function fitTo(fit: Fit): Promise<void> {
  if (await drive('setFit', fit)) updateLayer({ fit, zoom: 1 });
}

/** The zoom level of the report. */
export function FitControl() {
  const { t, language } = useTranslation();
  const fit = useLayer((state) => state.fit);
  const zoom = useLayer((state) => state.zoom);
  const current = fits.find((each) => each.value === fit)?.text ?? 'reports.viewer.fit.page';
  const label = zoom === 1 ? t(current) : formatPercent(language, zoom, 0);
  return (
    <div className="viewer-fit">
      <IconButton icon={IconZoomOut} label={t('reports.viewer.zoomOut')} onClick={() => zoomBy(-step)} />
      <Menu position="top-end" width={190}>
        <Menu.Target>
          <Button kind="text" size="s" className="viewer-fit-name" aria-label={`${t('reports.viewer.fit')}: ${label}`}>
            {label}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.RadioGroup value={fit}>
            {fits.map(({ value, text }) => (
              <Menu.RadioItem
                key={value}
                value={value}
                closeMenuOnClick
                checkIcon={<IconCheck size={15} aria-hidden="true" />}
                onChange={() => void fitTo(value)}
              >
                {t(text)}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
        </Menu.Dropdown>
      </Menu>
      <IconButton icon={IconZoomIn} label={t('reports.viewer.zoomIn')} onClick={() => zoomBy(step)} />
    </div>
  );
}
