import type { ItemEmbed, PlayAnswer, PlayItem } from '../../../../domain/playlists/contract.ts';

/** An embed token with this machine's time of arrival. */
export type HeldEmbed = ItemEmbed & { receivedAt: number };

export type LayerWish = { item: PlayItem; embed: HeldEmbed };

/** One of the two stacked report slots, as the engine drives it. */
export type Layer = {
  /** Embeds the item and resolves once it has rendered; rejects when the service refuses. */
  load(wish: LayerWish): Promise<void>;
  /** Turns the current report to a page (null = its first) and resolves once it has rendered. */
  turn(page: string | null): Promise<void>;
  /** Refreshes the visuals' data. */
  refresh(): Promise<void>;
  setToken(token: string): Promise<void>;
  /** Discards the frame; the next load creates a new one. */
  rebuild(): void;
};

/** Events of a layer. */
export type LayerEvents = {
  /** The report broke while it was shown: `expired` when only its token has ended. */
  onFault(fault: 'expired' | 'broken'): void;
  onTouch(): void;
};

/** The player's data from the server, for a signed-in user or a display. */
export type PlayerSource = {
  poll(said: { item: string | null; out: string[] }): Promise<PlayAnswer>;
  embed(itemId: string): Promise<HeldEmbed>;
};

/** Remaining lifetime of a token: both instants are the server's, so a wrong local clock does not matter. */
export const lifeLeft = (embed: HeldEmbed, now: number): number =>
  Date.parse(embed.expiresAt) - Date.parse(embed.serverNow) - (now - embed.receivedAt);
