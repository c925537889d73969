/** The player of a call: what its buttons do, and where it is. Players without sound move their position alone. */
import { createContext, useContext } from "react";
import { Store, useStore } from "../../ui/store.ts";

/** What plays. */
export interface PlayerSource {
  play(): void;
  pause(): void;
  seek(seconds: number): void;
}

/** Where a player is. */
export interface PlayerState {
  seconds: number;
  durationSeconds: number;
  isPlaying: boolean;
  /** Whether there is a recording to hear. */
  hasSound: boolean;
}

/** A player that components can drive before its sound is there. */
export class Player extends Store<PlayerState> {
  #source: PlayerSource | undefined;
  /** Whether somebody wanted to hear it before its sound was there. */
  #isWanted = false;

  constructor(durationSeconds: number) {
    super({ seconds: 0, durationSeconds, isPlaying: false, hasSound: false });
  }

  /** Connects the sound, or takes it away. */
  connect(source: PlayerSource | undefined): void {
    this.#source = source;
    this.update({ hasSound: source !== undefined, isPlaying: false });
    if (this.#isWanted) source?.play();
    this.#isWanted = false;
  }

  update(change: Partial<PlayerState>): void {
    this.set({ ...this.get(), ...change });
  }

  seek(seconds: number): void {
    const inRange = Math.min(Math.max(0, seconds), this.get().durationSeconds);
    this.#source?.seek(inRange);
    this.update({ seconds: inRange });
  }

  playFrom(seconds: number): void {
    this.seek(seconds);
    this.#isWanted = !this.#source;
    this.#source?.play();
  }

  toggle(): void {
    if (this.get().isPlaying) this.#source?.pause();
    else this.#source?.play();
  }
}

/** Provides the player of the page. */
export const PlayerContext = createContext<Player | null>(null);

/** The player, without listening to it. */
export function usePlayer(): Player {
  const player = useContext(PlayerContext);
  if (!player) throw new Error("usePlayer() is for components inside a PlayerContext.");
  return player;
}

/** Where the player is, to the tenth of a second. */
export function usePlayerState(): PlayerState {
  return useStore(usePlayer());
}
