import { type Embed, factories, Report, service } from 'powerbi-client';
import { isTrustedEmbed, withParams } from './trusted-origin.ts';

type PowerBiElement = HTMLElement & { powerBiEmbed?: Embed };
type AnyConfig = Parameters<service.Service['embedInternal']>[1];
// The SDK does not export this type.
type BaseConfig = ConstructorParameters<typeof Report>[2];

/**
 * The SDK's service with one addition: an embed address of the page's own local report service gets its frame here, because the
 * SDK refuses every host other than Microsoft's. All other addresses keep the SDK's check (REPORT_SERVICE D1, T1).
 */
export class PortalReportService extends service.Service {
  readonly trustedOrigin: string | null;

  constructor(trustedOrigin: string | null) {
    super(factories.hpmFactory, factories.wpmpFactory, factories.routerFactory);
    this.trustedOrigin = trustedOrigin;
  }

  override embedInternal(element: HTMLElement, config: AnyConfig = {}, phasedRender?: boolean, isBootstrap?: boolean): Embed {
    const host: PowerBiElement = element;
    const { embedUrl, settings } = config as BaseConfig; // because the union of the SDK hides the common fields
    if (host.powerBiEmbed || !embedUrl || !isTrustedEmbed(embedUrl, this.trustedOrigin)) {
      return super.embedInternal(element, config, phasedRender, isBootstrap);
    }
    const uniqueId = crypto.randomUUID();
    const locale = settings?.localeSettings;
    const frame = document.createElement('iframe');
    frame.style.width = '100%';
    frame.style.height = '100%';
    frame.allowFullscreen = true;
    frame.src = withParams(embedUrl, { uid: uniqueId, language: locale?.language, formatLocale: locale?.formatLocale });
    element.replaceChildren(frame);
    // The SDK's constructor wants its base type.
    const report = new Report(this, element, { ...config, uniqueId } as BaseConfig, phasedRender, isBootstrap, frame);
    host.powerBiEmbed = report;
    this.addOrOverwriteEmbed(report, element);
    return report;
  }
}

let shared: PortalReportService | null = null;

/** The app's single service: a second one would never remove its window listeners (REPORT_SERVICE D3). */
export function sharedReportService(trustedOrigin: string | null): PortalReportService {
  shared ??= new PortalReportService(trustedOrigin);
  return shared;
}
