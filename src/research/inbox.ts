import { AssayError } from "../base/errors.ts";
import type { UserMessage } from "../evidence/user-message.ts";

/** The messages to a run, from whichever process. */
export interface Inbox {
	/** All messages so far, in order. `isOutdated`: a request to pause or stop from before this process resumed the run. Must not throw. */
	messages(): Promise<readonly (UserMessage & { isOutdated: boolean })[]>;
	/** Resolves when the user asks to stop now. */
	readonly whenStopped: Promise<UserMessage>;
}

/** The user asked the run to pause or to stop. Everything so far is recorded, and `resume` continues it. Exit code 5. */
export class EndedByUser extends AssayError {
	readonly messageId: string;

	constructor({ id, kind }: Pick<UserMessage, "id" | "kind">) {
		const isPause = kind === "pause";
		super(isPause ? "RUN_PAUSED" : "RUN_STOPPED", isPause ? "paused, as you asked" : "stopped, as you asked", {
			keepsRun: true,
			exitCode: 5,
		});
		this.messageId = id;
	}
}
