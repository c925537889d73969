// Generated from openapi/call-analysis.yaml by scripts/generate.ts. Never edited.

export interface paths {
    "/agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List agents
         * @description Lists all active agent members of the authenticated organization.
         *     Whether the list can be paged, filtered or sorted is not shown (`list-paging`).
         */
        get: operations["listAgents"];
        put?: never;
        /**
         * Register an agent
         * @description Registers an agent. Keep `data.id`; it is the member id that `createCall` takes.
         */
        post: operations["createAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent's member id.
                 * @example mem_3f0c42df9535
                 */
                id: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete an agent
         * @description Deletes the agent. The response is the only one of the external interface that has no `data` around it.
         */
        delete: operations["deleteAgent"];
        options?: never;
        head?: never;
        /**
         * Update an agent
         * @description Updates the agent's name, e-mail, or both. In the response, the id is named `memberId`.
         */
        patch: operations["updateAgent"];
        trace?: never;
    };
    "/calls/presigned-url": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a signed upload URL
         * @description Returns a temporary signed URL to which the audio is uploaded with PUT (`uploadRecording`).
         *     How long the URL is valid is not shown (`upload-url-lifetime`).
         */
        post: operations["createUploadUrl"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a call
         * @description 1. The call record is created, and ingestion of the recording and its analysis start
         *        asynchronously; the answer comes before the analysis is complete.
         *     2. `memberId` is matched either as a member id or as an agent's e-mail.
         *     3. `audio_url` is always ingested before analysis, even when it points at the service's own storage.
         *     4. When `date` is given, the call's `createdAt` and `updatedAt` are initialized from it.
         *     5. `date` accepts `YYYY-MM-DD`; an ISO-8601 date-time; `YYYY/MM/DD`, `DD-MM-YYYY`, `DD/MM/YYYY`,
         *        each with an optional time. The form of that time is not shown (`date-forms`).
         *     6. A `date` without a time is stored as 09:00 in the IST time zone, the start of the workday.
         *        Which time zone IST means is not stated (`ist-zone`).
         *
         *     Whether sending it twice creates two calls is not shown (`repeated-creation`).
         */
        post: operations["createCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/calls/{callId}/analysis": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id returned by `createCall`.
                 * @example call_23fd3c4361d1
                 */
                callId: components["parameters"]["CallId"];
            };
            cookie?: never;
        };
        /**
         * Read a call's analysis
         * @description The current analysis status and the analysis output available. It can be called before
         *     completion; poll it until `data.status` is `completed`. How often is not shown (`polling-interval`).
         */
        get: operations["getCallAnalysis"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/categories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List categories
         * @description The categories available to the authenticated organization.
         *     Whether the list can be paged, filtered or sorted is not shown (`list-paging`).
         */
        get: operations["listCategories"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/categories/{categoryId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The category's id.
                 * @example cat_f345df9847a9
                 */
                categoryId: components["parameters"]["CategoryId"];
            };
            cookie?: never;
        };
        /**
         * Read a category
         * @description A category's metadata and its complete analysis configuration.
         */
        get: operations["getCategory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/campaigns/{campaign_id}/prospects-zap": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The campaign's identifier. Its data type is not shown (`campaign-id`).
                 * @example cmp_c6eb955508cb
                 */
                campaign_id: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a prospect to a campaign
         * @description Adds a prospect. Keys besides `name` and `phone` are free-form.
         */
        post: operations["addProspect"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Agent: Agent;
        AgentListResponse: AgentListResponse;
        CreateAgentRequest: CreateAgentRequest;
        CreatedAgent: CreatedAgent;
        CreatedAgentResponse: CreatedAgentResponse;
        UpdateAgentRequest: UpdateAgentRequest;
        UpdatedAgent: UpdatedAgent;
        UpdatedAgentResponse: UpdatedAgentResponse;
        DeletedAgentResponse: DeletedAgentResponse;
        CreateUploadUrlRequest: CreateUploadUrlRequest;
        UploadGrant: UploadGrant;
        UploadGrantResponse: UploadGrantResponse;
        CallStatus: CallStatus;
        UserDefinedFields: UserDefinedFields;
        CreateCallRequest: CreateCallRequest;
        CreatedCall: CreatedCall;
        CreatedCallResponse: CreatedCallResponse;
        Criterion: Criterion;
        Section: Section;
        Analysis: Analysis;
        CallMetadata: CallMetadata;
        CallMetadataSoFar: CallMetadataSoFar;
        AnalysisSnapshot: AnalysisSnapshot;
        AnalysisSnapshotResponse: AnalysisSnapshotResponse;
        CompletedCall: CompletedCall;
        Category: Category;
        CategoryListResponse: CategoryListResponse;
        PossibleOutcome: PossibleOutcome;
        CriterionDefinition: CriterionDefinition;
        AnalysisPointer: AnalysisPointer;
        EnumOption: EnumOption;
        ExtractionField: ExtractionField;
        TargetingRule: TargetingRule;
        TagTarget: TagTarget;
        CategoryDetail: CategoryDetail;
        CategoryDetailResponse: CategoryDetailResponse;
        Prospect: Prospect;
        ProspectResult: ProspectResult;
        ExternalError: ExternalError;
        SimpleError: SimpleError;
        ValidationErrorItem: ValidationErrorItem;
        ValidationError: ValidationError;
        CampaignError: CampaignError;
    };
    responses: {
        /**
         * @description An error. Neither the body nor the statuses of errors (missing key, unknown id, invalid input)
         *     are shown by the specification, so nothing is promised of either.
         */
        ExternalError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": ExternalError;
            };
        };
        /** @description An error. The statuses that go with these bodies are not shown (`campaign-error-statuses`). */
        CampaignError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": CampaignError;
            };
        };
    };
    parameters: {
        /**
         * @description The agent's member id.
         * @example mem_3f0c42df9535
         */
        AgentId: string;
        /**
         * @description The id returned by `createCall`.
         * @example call_23fd3c4361d1
         */
        CallId: string;
        /**
         * @description The category's id.
         * @example cat_f345df9847a9
         */
        CategoryId: string;
        /**
         * @description The campaign's identifier. Its data type is not shown (`campaign-id`).
         * @example cmp_c6eb955508cb
         */
        CampaignId: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: {
        /**
         * The signed URL of a grant
         * @description Not a path of the external interface: the URL is the `presignedUrl` of a grant, unchanged.
         *     The signed URL itself authorizes the request.
         */
        SignedUpload: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            get?: never;
            /**
             * Upload a recording
             * @description PUT the raw audio bytes to `presignedUrl`, with `Content-Type` set to the audio's MIME type.
             *     No bearer header is used. The response to this upload is not shown (`upload-response`).
             */
            put: operations["uploadRecording"];
            post?: never;
            delete?: never;
            options?: never;
            head?: never;
            patch?: never;
            trace?: never;
        };
    };
}
export type $defs = Record<string, never>;
export interface operations {
    listAgents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All active agents. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": AgentListResponse;
                };
            };
            default: components["responses"]["ExternalError"];
        };
    };
    createAgent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": CreateAgentRequest;
            };
        };
        responses: {
            /** @description The agent, without `image` and `createdAt`. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": CreatedAgentResponse;
                };
            };
            default: components["responses"]["ExternalError"];
        };
    };
    deleteAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent's member id.
                 * @example mem_3f0c42df9535
                 */
                id: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The agent is deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": DeletedAgentResponse;
                };
            };
            default: components["responses"]["ExternalError"];
        };
    };
    updateAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent's member id.
                 * @example mem_3f0c42df9535
                 */
                id: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": UpdateAgentRequest;
            };
        };
        responses: {
            /** @description The agent after the update, with `memberId` in place of `id`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": UpdatedAgentResponse;
                };
            };
            default: components["responses"]["ExternalError"];
        };
    };
    createUploadUrl: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": CreateUploadUrlRequest;
            };
        };
        responses: {
            /** @description The grant. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": UploadGrantResponse;
                };
            };
            default: components["responses"]["ExternalError"];
        };
    };
    createCall: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": CreateCallRequest;
            };
        };
        responses: {
            /** @description The call is created; ingestion and analysis have been started. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": CreatedCallResponse;
                };
            };
            default: components["responses"]["ExternalError"];
        };
    };
    getCallAnalysis: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id returned by `createCall`.
                 * @example call_23fd3c4361d1
                 */
                callId: components["parameters"]["CallId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call's status and the available part of its analysis. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": AnalysisSnapshotResponse;
                };
            };
            default: components["responses"]["ExternalError"];
        };
    };
    listCategories: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All categories, without their configuration. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": CategoryListResponse;
                };
            };
            default: components["responses"]["ExternalError"];
        };
    };
    getCategory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The category's id.
                 * @example cat_f345df9847a9
                 */
                categoryId: components["parameters"]["CategoryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The category with its configuration. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": CategoryDetailResponse;
                };
            };
            default: components["responses"]["ExternalError"];
        };
    };
    addProspect: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The campaign's identifier. Its data type is not shown (`campaign-id`).
                 * @example cmp_c6eb955508cb
                 */
                campaign_id: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Prospect;
            };
        };
        responses: {
            /** @description The prospect was accepted. The success status is not shown (`prospect-status`). */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ProspectResult;
                };
            };
            default: components["responses"]["CampaignError"];
        };
    };
    uploadRecording: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The MIME type of the audio.
                 * @example audio/wav
                 */
                "Content-Type": string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description The raw bytes of the recording. */
        requestBody: {
            content: {
                "audio/*": unknown;
            };
        };
        responses: {
            /** @description Not shown by the specification. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
/** @description An active agent member, as `listAgents` returns it. */
export interface Agent {
    /** @description The agent's member id. */
    id: string;
    /** @description Id of the underlying user. */
    userId: string;
    /** @description Full name. */
    name: string;
    /**
     * Format: email
     * @description The agent account's e-mail.
     */
    email: string;
    /**
     * Format: uri
     * @description URL of an image. Its origin is not shown (`agent-image`).
     */
    image: string;
    /**
     * Format: date-time
     * @description Timestamp (UTC).
     */
    createdAt: string;
}
export interface AgentListResponse {
    data: Agent[];
}
export interface CreateAgentRequest {
    /** @description Full name. */
    name: string;
    /**
     * Format: email
     * @description The agent account's e-mail.
     */
    email: string;
}
/** @description An agent as `createAgent` returns it, without `image` and `createdAt`. */
export interface CreatedAgent {
    /** @description The agent's member id. */
    id: string;
    /** @description Id of the underlying user. */
    userId: string;
    /** @description Full name. */
    name: string;
    /**
     * Format: email
     * @description The agent account's e-mail.
     */
    email: string;
}
export interface CreatedAgentResponse {
    data: CreatedAgent;
}
export interface UpdateAgentRequest {
    /** @description The new full name. */
    name?: string;
    /**
     * Format: email
     * @description The new e-mail.
     */
    email?: string;
}
/** @description An agent as `updateAgent` returns it, with `memberId` in place of `id`. */
export interface UpdatedAgent {
    /** @description The agent's member id, named `memberId` here instead of `id`. */
    memberId: string;
    /** @description Id of the underlying user. */
    userId: string;
    /** @description Full name. */
    name: string;
    /**
     * Format: email
     * @description The agent account's e-mail.
     */
    email: string;
    /**
     * Format: uri
     * @description URL of an image. Its origin is not shown (`agent-image`).
     */
    image: string;
}
export interface UpdatedAgentResponse {
    data: UpdatedAgent;
}
/** @description Has no `data` around it. */
export interface DeletedAgentResponse {
    /** @description `true` in the specification's response. */
    success: boolean;
}
export interface CreateUploadUrlRequest {
    /** @description The recording's original file name, including its extension. */
    filename: string;
    /** @description The MIME type of the audio. */
    contentType: string;
}
/** @description The signed URL of an upload, and the recording's public URL. */
export interface UploadGrant {
    /** @description Storage key of the object. */
    key: string;
    /**
     * Format: uri
     * @description Temporary signed URL to which the audio is PUT.
     */
    presignedUrl: string;
    /**
     * Format: uri
     * @description Public URL, to be passed as `audio_url` to `createCall`.
     */
    publicUrl: string;
}
export interface UploadGrantResponse {
    data: UploadGrant;
}
/**
 * @description `createCall` returns `processing`. `pending` appears in the analysis response; its meaning is not stated
 *     (`pending-status`). At `completed` the analysis output is expected to be available. The complete set of
 *     values (`call-statuses`) and the transitions (`state-transitions`) are not shown, so any other string is
 *     possible.
 */
export type CallStatus = "processing" | "pending" | "completed" | (string & {});
/** @description User-defined fields, stored with the call; a free-form object. */
export interface UserDefinedFields {
    [key: string]: unknown;
}
export interface CreateCallRequest {
    /** @description An agent's member id or an agent's e-mail. */
    memberId: string;
    /** @description The category used for the analysis. */
    categoryId: string;
    /**
     * Format: uri
     * @description Public URL of the recording. Always ingested before the analysis.
     */
    audio_url: string;
    udfs?: UserDefinedFields;
    /**
     * @description Call date/time: `YYYY-MM-DD`; an ISO-8601 date-time; `YYYY/MM/DD`, `DD-MM-YYYY`, `DD/MM/YYYY`, each with
     *     an optional time. A date without a time is stored as 09:00 in the IST time zone.
     */
    date?: string;
}
export interface CreatedCall {
    /** @description Identifier of the call. */
    callId: string;
    status: CallStatus;
}
export interface CreatedCallResponse {
    data: CreatedCall;
}
/** @description The result of one criterion. */
export interface Criterion {
    criteriaId: string;
    question: string;
    /** @description Its allowed values are not shown (`criterion-results`). */
    result: string;
    rationale: string;
}
/** @description The result of one section of the analysis. */
export interface Section {
    sectionId: string;
    sectionName: string;
    /** @description Its meaning is not stated (`section-scores`). */
    score: number;
    /** @description Its meaning is not stated (`section-scores`). */
    totalScore: number;
    criterias: Criterion[];
}
/** @description Analysis output. */
export interface Analysis {
    /** @description Overall score. Its scale is not shown (`score-scale`). */
    score: number;
    /** @description Label of the determined outcome. */
    outcomeLabel: string;
    /** @description Explanation of the outcome. */
    outcomeRationale: string;
    /** @description Null in the specification's response; its shape otherwise is not shown (`undocumented-fields`). */
    callObservations: unknown;
    /** @description Null in the specification's response; its shape otherwise is not shown (`undocumented-fields`). */
    areasForImprovement: unknown;
    /** @description Null in the specification's response; its shape otherwise is not shown (`undocumented-fields`). */
    extractions: unknown;
    /** @description One result for each section of the analysis. */
    sections: Section[];
}
/** @description Call metadata, as the specification's response shows it. */
export interface CallMetadata {
    /** @description Call date. Its format is not shown (`metadata-date`). */
    date: string;
    /** @description Call duration. Its unit is not shown (`duration-unit`). */
    duration: number;
    /** @description Call summary. */
    summary: string;
    /**
     * Format: uri
     * @description Recording URL.
     */
    audioUrl: string;
    udfs: UserDefinedFields;
    /**
     * Format: date-time
     * @description Initialized from the `date` input when it was given (UTC).
     */
    createdAt: string;
    /**
     * Format: date-time
     * @description Initialized from the `date` input when it was given (UTC).
     */
    updatedAt: string;
}
/**
 * @description Call metadata at any time. Which fields are there before completion, and whether as
 *     null, is not shown (`before-completion`).
 */
export interface CallMetadataSoFar {
    date?: string | null;
    duration?: number | null;
    summary?: string | null;
    /** Format: uri */
    audioUrl?: string | null;
    udfs?: UserDefinedFields | null;
    /** Format: date-time */
    createdAt?: string | null;
    /** Format: date-time */
    updatedAt?: string | null;
}
/** @description A call's status, and the available part of its analysis. */
export interface AnalysisSnapshot {
    callId: string;
    status: CallStatus;
    /** @description The output; before completion it is not shown whether null, absent or partial (`before-completion`). */
    analysis?: Analysis | null;
    /** @description Call metadata; before completion it is not shown whether null, absent or partial (`before-completion`). */
    metadata?: CallMetadataSoFar | null;
}
export interface AnalysisSnapshotResponse {
    data: AnalysisSnapshot;
}
/** @description The snapshot of a call whose status is `completed`, with all that the specification's response shows. */
export interface CompletedCall {
    callId: string;
    status: CallStatus;
    analysis: Analysis;
    metadata: CallMetadata;
}
/** @description A category as `listCategories` returns it. */
export interface Category {
    id: string;
    name: string;
    description: string;
    icon: string;
    /** Format: date-time */
    createdAt: string;
    /** Format: date-time */
    updatedAt: string;
}
export interface CategoryListResponse {
    data: Category[];
}
export interface PossibleOutcome {
    id: string;
    label: string;
    description: string;
    isSuccess: boolean;
    isNotApplicable: boolean;
}
export interface CriterionDefinition {
    id: string;
    criteriaId: string;
    question: string;
}
export interface AnalysisPointer {
    id: string;
    sectionId: string;
    sectionName: string;
    criterias: CriterionDefinition[];
}
export interface EnumOption {
    value: string;
    hint: string;
}
export interface ExtractionField {
    id: string;
    fieldName: string;
    displayName: string;
    /** @description Its allowed values are not shown (`field-types`). */
    fieldType: string;
    enumOptions: EnumOption[];
    enumValues: string[];
    description: string;
    required: boolean;
}
export interface TargetingRule {
    /** @description The specification shows `section`; other values are not shown (`targeting-rules`). */
    targetType: "section" | (string & {});
    targetId: string;
    /** @description Nullable; its shape when it is not null is not shown (`targeting-rules`). */
    expression: unknown;
}
export interface TagTarget {
    id: string;
    slug: string;
    displayName: string;
}
/** @description A category with its complete analysis configuration. */
export interface CategoryDetail {
    id: string;
    name: string;
    description: string;
    icon: string;
    /** Format: date-time */
    createdAt: string;
    /** Format: date-time */
    updatedAt: string;
    intendedPurpose: string;
    /** @description Extra context used for the analysis. */
    additionalLLMContext: string;
    possibleOutcomes: PossibleOutcome[];
    analysisPointers: AnalysisPointer[];
    extractionFields: ExtractionField[];
    targetingRules: TargetingRule[];
    tagTargets: TagTarget[];
}
export interface CategoryDetailResponse {
    data: CategoryDetail;
}
/**
 * @description A prospect to add to a campaign, with any additional keys of any type. Whether `name` and `phone`
 *     are mandatory is not shown (`prospect-required-fields`).
 */
export type Prospect = {
    name?: string;
    phone?: string;
} & {
    [key: string]: unknown;
};
export interface ProspectResult {
    success: boolean;
    message: string;
    added_count: number;
}
/** @description Any JSON value; see `ASSUMPTIONS.md`, `external-errors`. */
export type ExternalError = unknown;
export interface SimpleError {
    detail: string;
}
/** @description Which of its fields an item always has is not shown (`validation-error-items`). */
export interface ValidationErrorItem {
    type?: string;
    /** @description Location of the offending input. */
    loc?: string[];
    msg?: string;
    ctx?: {
        [key: string]: unknown;
    };
}
export interface ValidationError {
    detail: ValidationErrorItem[];
}
export type CampaignError = SimpleError | ValidationError;
