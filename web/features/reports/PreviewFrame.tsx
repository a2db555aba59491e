import { PowerBIEmbed } from 'powerbi-client-react';
import { useMemo } from 'react';
import type { CallOutput } from '../../app/data/api.ts';
import { useTranslation } from '../../i18n.ts';
import { reportOrigin } from './boot-origin.ts';
import { fixedFilters } from './layer/fixed-filters.ts';
import type { FrameConfig } from './layer/frame-config.ts';
import { sharedReportService } from './layer/portal-report-service.ts';

type Embedded = CallOutput<'POST /api/auth/reports/{id}/embed'>;

/** A read-only preview of a report beside a form, in its own frame without stored state. */
export function PreviewFrame({ embed }: { embed: Embedded }) {
  const { language } = useTranslation();
  const config = useMemo<FrameConfig>(
    () => ({
      type: 'report',
      id: embed.id,
      groupId: embed.groupId ?? undefined,
      embedUrl: embed.embedUrl,
      accessToken: embed.token,
      // TokenType.Embed, Permissions.Read and ViewMode.View of the SDK, whose enums would pull it in.
      tokenType: 1,
      permissions: 0,
      viewMode: 0,
      settings: {
        panes: { filters: { visible: false }, pageNavigation: { visible: true } },
        localeSettings: { language, formatLocale: language },
      },
      ...(embed.filters.length > 0 ? { filters: fixedFilters(embed.filters) } : {}),
    }),
    [embed, language],
  );
  return <PowerBIEmbed service={sharedReportService(reportOrigin())} embedConfig={config} cssClassName="preview-frame" />;
}
