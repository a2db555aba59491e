import { type AnchorHTMLAttributes, type ComponentType, createContext, type ReactNode, use } from 'react';

export type UiLinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string; children?: ReactNode };

const LinkContext = createContext<ComponentType<UiLinkProps> | null>(null);

/** Lets the portal render every link of the toolkit with its router; without it they are plain anchors. */
export function UiLinkProvider({ link, children }: { link: ComponentType<UiLinkProps>; children: ReactNode }) {
  return <LinkContext value={link}>{children}</LinkContext>;
}

export function UiLink(props: UiLinkProps) {
  const Link = use(LinkContext);
  return Link ? <Link {...props} /> : <a {...props} />;
}
