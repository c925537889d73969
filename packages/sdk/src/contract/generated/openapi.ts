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
                /** @description The agent's member id. */
                id: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete an agent
         * @description Deletes the agent. The one answer of the external interface that has no `data` around it.
         */
        delete: operations["deleteAgent"];
        options?: never;
        head?: never;
        /**
         * Update an agent
         * @description Updates the agent's name, e-mail, or both. The answer names the id `memberId`.
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
         * Get a signed upload address
         * @description Grants a temporary address to which one recording can be uploaded with PUT (`uploadRecording`).
         *     How long the address lives is not shown (`upload-url-lifetime`).
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
         *     5. `date` accepts `YYYY-MM-DD`, an ISO-8601 date-time, and `YYYY/MM/DD`, `DD-MM-YYYY` and
         *        `DD/MM/YYYY`, each with an optional time.
         *     6. A `date` without a time is stored as 09:00 in the IST time zone (03:30 UTC), the start of the workday.
         *
         *     The operation has no idempotency key: sending it twice may create two calls.
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
                /** @description The id returned by `createCall`. */
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
                /** @description The category's id. */
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
                /** @description The campaign's identifier. Its data type is not shown (`campaign-id`). */
                campaign_id: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a prospect to a campaign
         * @description Adds one prospect. Keys besides `name` and `phone` are free-form and kept.
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
        /** @description An active agent member, as `listAgents` gives it. */
        Agent: {
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
             * @description Address of the agent's picture.
             */
            image: string;
            /**
             * Format: date-time
             * @description When the agent was registered (UTC).
             */
            createdAt: string;
        };
        AgentListResponse: {
            data: components["schemas"]["Agent"][];
        };
        CreateAgentRequest: {
            /** @description Full name. */
            name: string;
            /**
             * Format: email
             * @description The agent account's e-mail.
             */
            email: string;
        };
        /** @description An agent as `createAgent` answers, without `image` and `createdAt`. */
        CreatedAgent: {
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
        };
        CreatedAgentResponse: {
            data: components["schemas"]["CreatedAgent"];
        };
        UpdateAgentRequest: {
            /** @description The new full name. */
            name?: string;
            /**
             * Format: email
             * @description The new e-mail.
             */
            email?: string;
        };
        /** @description An agent as `updateAgent` answers, with `memberId` in place of `id`. */
        UpdatedAgent: {
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
             * @description Address of the agent's picture.
             */
            image: string;
        };
        UpdatedAgentResponse: {
            data: components["schemas"]["UpdatedAgent"];
        };
        /** @description Has no `data` around it. */
        DeletedAgentResponse: {
            /** @description `true` when the agent was deleted. */
            success: boolean;
        };
        CreateUploadUrlRequest: {
            /** @description The recording's original file name, including its extension. */
            filename: string;
            /** @description The MIME type of the audio. */
            contentType: string;
        };
        /** @description Leave to upload one recording. */
        UploadGrant: {
            /** @description Storage key of the object. */
            key: string;
            /**
             * Format: uri
             * @description Temporary signed address to which the audio is PUT.
             */
            presignedUrl: string;
            /**
             * Format: uri
             * @description Public address, to be passed as `audio_url` to `createCall`.
             */
            publicUrl: string;
        };
        UploadGrantResponse: {
            data: components["schemas"]["UploadGrant"];
        };
        /**
         * @description `processing` right after creation, `pending` while the analysis waits or runs, `completed` when the
         *     output is available. The complete set of values and the transitions are not shown (`call-statuses`),
         *     so any other string is possible.
         */
        CallStatus: "processing" | "pending" | "completed" | (string & {});
        /** @description User-defined fields, stored with the call; a free-form object. */
        UserDefinedFields: {
            [key: string]: unknown;
        };
        CreateCallRequest: {
            /** @description An agent's member id or an agent's e-mail. */
            memberId: string;
            /** @description The category used for the analysis. */
            categoryId: string;
            /**
             * Format: uri
             * @description Public address of the recording. Always ingested before the analysis.
             */
            audio_url: string;
            udfs?: components["schemas"]["UserDefinedFields"];
            /**
             * @description When the call took place: `YYYY-MM-DD`, an ISO-8601 date-time, `YYYY/MM/DD`, `DD-MM-YYYY` or
             *     `DD/MM/YYYY`, each with an optional time. Without a time it means 09:00 in the IST time zone.
             */
            date?: string;
        };
        CreatedCall: {
            /** @description Identifier of the call. */
            callId: string;
            status: components["schemas"]["CallStatus"];
        };
        CreatedCallResponse: {
            data: components["schemas"]["CreatedCall"];
        };
        /** @description The result of one criterion. */
        Criterion: {
            criteriaId: string;
            /** @description The question that the criterion asks. */
            question: string;
            /** @description The answer. Its allowed values are not shown (`criterion-results`). */
            result: string;
            /** @description Why the answer was given. */
            rationale: string;
        };
        /** @description The result of one section of the analysis. */
        Section: {
            sectionId: string;
            sectionName: string;
            /** @description Points reached. */
            score: number;
            /** @description Points possible. */
            totalScore: number;
            criterias: components["schemas"]["Criterion"][];
        };
        /** @description The output of an analysis. */
        Analysis: {
            /** @description Overall score. Its scale is not shown (`score-scale`). */
            score: number;
            /** @description Label of the determined outcome. */
            outcomeLabel: string;
            /** @description Explanation of the outcome. */
            outcomeRationale: string;
            /** @description Null in the specification's response; its shape otherwise is not shown (`call-observations`). */
            callObservations: unknown;
            /** @description Null in the specification's response; its shape otherwise is not shown (`areas-for-improvement`). */
            areasForImprovement: unknown;
            /** @description Null in the specification's response; its shape otherwise is not shown (`extractions`). */
            extractions: unknown;
            /** @description One result for each section of the analysis. */
            sections: components["schemas"]["Section"][];
        };
        /** @description What is known of a call whose analysis is completed. */
        CallMetadata: {
            /** @description Date of the call. Its format is not shown (`metadata-date`). */
            date: string;
            /** @description Length of the call. Its unit is not shown (`duration-unit`). */
            duration: number;
            /** @description Summary of the call. */
            summary: string;
            /**
             * Format: uri
             * @description Address of the recording.
             */
            audioUrl: string;
            udfs: components["schemas"]["UserDefinedFields"];
            /**
             * Format: date-time
             * @description From the `date` input when it was given (UTC).
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description From the `date` input when it was given (UTC).
             */
            updatedAt: string;
        };
        /**
         * @description What is known of a call at any time. Which fields are there before completion, and whether as
         *     null, is not shown (`metadata-before-completion`).
         */
        CallMetadataSoFar: {
            date?: string | null;
            duration?: number | null;
            summary?: string | null;
            /** Format: uri */
            audioUrl?: string | null;
            udfs?: components["schemas"]["UserDefinedFields"] | null;
            /** Format: date-time */
            createdAt?: string | null;
            /** Format: date-time */
            updatedAt?: string | null;
        };
        /** @description A call's status, and what is available of its analysis. */
        AnalysisSnapshot: {
            callId: string;
            status: components["schemas"]["CallStatus"];
            /** @description The output; before completion it is not shown whether null, absent or partial (`analysis-before-completion`). */
            analysis?: components["schemas"]["Analysis"] | null;
            metadata?: components["schemas"]["CallMetadataSoFar"] | null;
        };
        AnalysisSnapshotResponse: {
            data: components["schemas"]["AnalysisSnapshot"];
        };
        /** @description The snapshot of a call whose status is `completed`, as the specification's response shows it. */
        CompletedCall: {
            callId: string;
            status: components["schemas"]["CallStatus"];
            analysis: components["schemas"]["Analysis"];
            metadata: components["schemas"]["CallMetadata"];
        };
        /** @description A category as `listCategories` gives it. */
        Category: {
            id: string;
            name: string;
            description: string;
            icon: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        CategoryListResponse: {
            data: components["schemas"]["Category"][];
        };
        PossibleOutcome: {
            id: string;
            label: string;
            description: string;
            isSuccess: boolean;
            isNotApplicable: boolean;
        };
        CriterionDefinition: {
            id: string;
            criteriaId: string;
            question: string;
        };
        /** @description A section of the analysis and the criteria it asks. */
        AnalysisPointer: {
            id: string;
            sectionId: string;
            sectionName: string;
            criterias: components["schemas"]["CriterionDefinition"][];
        };
        EnumOption: {
            value: string;
            hint: string;
        };
        /** @description A fact that the analysis is to extract. */
        ExtractionField: {
            id: string;
            fieldName: string;
            displayName: string;
            /** @description Its allowed values are not shown (`field-types`). */
            fieldType: string;
            enumOptions: components["schemas"]["EnumOption"][];
            enumValues: string[];
            description: string;
            required: boolean;
        };
        TargetingRule: {
            /** @description The specification shows `section`; other values are not shown (`targeting-rules`). */
            targetType: "section" | (string & {});
            targetId: string;
            /** @description Nullable; its shape when it is not null is not shown (`targeting-rules`). */
            expression: unknown;
        };
        TagTarget: {
            id: string;
            slug: string;
            displayName: string;
        };
        /** @description A category with its complete analysis configuration. */
        CategoryDetail: {
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
            possibleOutcomes: components["schemas"]["PossibleOutcome"][];
            analysisPointers: components["schemas"]["AnalysisPointer"][];
            extractionFields: components["schemas"]["ExtractionField"][];
            targetingRules: components["schemas"]["TargetingRule"][];
            tagTargets: components["schemas"]["TagTarget"][];
        };
        CategoryDetailResponse: {
            data: components["schemas"]["CategoryDetail"];
        };
        /**
         * @description Somebody to add to a campaign, with any additional keys of any type. Whether `name` and `phone`
         *     are mandatory is not shown (`prospect-required-fields`).
         */
        Prospect: {
            name?: string;
            phone?: string;
        } & {
            [key: string]: unknown;
        };
        ProspectResult: {
            success: boolean;
            message: string;
            /** @description How many prospects were added. */
            added_count: number;
        };
        /** @description Any JSON value; see `ASSUMPTIONS.md`, `external-errors`. */
        ExternalError: unknown;
        SimpleError: {
            detail: string;
        };
        ValidationErrorItem: {
            type: string;
            /** @description Location of the offending input. */
            loc: string[];
            msg: string;
            ctx?: {
                [key: string]: unknown;
            };
        };
        ValidationError: {
            detail: components["schemas"]["ValidationErrorItem"][];
        };
        CampaignError: components["schemas"]["SimpleError"] | components["schemas"]["ValidationError"];
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
                "application/json": components["schemas"]["ExternalError"];
            };
        };
        /** @description An error. The statuses that go with these bodies are not shown (`campaign-error-statuses`). */
        CampaignError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CampaignError"];
            };
        };
    };
    parameters: {
        /** @description The agent's member id. */
        AgentId: string;
        /** @description The id returned by `createCall`. */
        CallId: string;
        /** @description The category's id. */
        CategoryId: string;
        /** @description The campaign's identifier. Its data type is not shown (`campaign-id`). */
        CampaignId: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: {
        /**
         * The signed address of a grant
         * @description Not a path of the external interface: the address is `presignedUrl` of a grant, taken as it is.
         *     It is opaque, and its signature authorizes the request.
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
             *     No bearer header is used. The answer to this upload is not shown (`upload-response`).
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
export type SchemaAgent = components['schemas']['Agent'];
export type SchemaAgentListResponse = components['schemas']['AgentListResponse'];
export type SchemaCreateAgentRequest = components['schemas']['CreateAgentRequest'];
export type SchemaCreatedAgent = components['schemas']['CreatedAgent'];
export type SchemaCreatedAgentResponse = components['schemas']['CreatedAgentResponse'];
export type SchemaUpdateAgentRequest = components['schemas']['UpdateAgentRequest'];
export type SchemaUpdatedAgent = components['schemas']['UpdatedAgent'];
export type SchemaUpdatedAgentResponse = components['schemas']['UpdatedAgentResponse'];
export type SchemaDeletedAgentResponse = components['schemas']['DeletedAgentResponse'];
export type SchemaCreateUploadUrlRequest = components['schemas']['CreateUploadUrlRequest'];
export type SchemaUploadGrant = components['schemas']['UploadGrant'];
export type SchemaUploadGrantResponse = components['schemas']['UploadGrantResponse'];
export type SchemaCallStatus = components['schemas']['CallStatus'];
export type SchemaUserDefinedFields = components['schemas']['UserDefinedFields'];
export type SchemaCreateCallRequest = components['schemas']['CreateCallRequest'];
export type SchemaCreatedCall = components['schemas']['CreatedCall'];
export type SchemaCreatedCallResponse = components['schemas']['CreatedCallResponse'];
export type SchemaCriterion = components['schemas']['Criterion'];
export type SchemaSection = components['schemas']['Section'];
export type SchemaAnalysis = components['schemas']['Analysis'];
export type SchemaCallMetadata = components['schemas']['CallMetadata'];
export type SchemaCallMetadataSoFar = components['schemas']['CallMetadataSoFar'];
export type SchemaAnalysisSnapshot = components['schemas']['AnalysisSnapshot'];
export type SchemaAnalysisSnapshotResponse = components['schemas']['AnalysisSnapshotResponse'];
export type SchemaCompletedCall = components['schemas']['CompletedCall'];
export type SchemaCategory = components['schemas']['Category'];
export type SchemaCategoryListResponse = components['schemas']['CategoryListResponse'];
export type SchemaPossibleOutcome = components['schemas']['PossibleOutcome'];
export type SchemaCriterionDefinition = components['schemas']['CriterionDefinition'];
export type SchemaAnalysisPointer = components['schemas']['AnalysisPointer'];
export type SchemaEnumOption = components['schemas']['EnumOption'];
export type SchemaExtractionField = components['schemas']['ExtractionField'];
export type SchemaTargetingRule = components['schemas']['TargetingRule'];
export type SchemaTagTarget = components['schemas']['TagTarget'];
export type SchemaCategoryDetail = components['schemas']['CategoryDetail'];
export type SchemaCategoryDetailResponse = components['schemas']['CategoryDetailResponse'];
export type SchemaProspect = components['schemas']['Prospect'];
export type SchemaProspectResult = components['schemas']['ProspectResult'];
export type SchemaExternalError = components['schemas']['ExternalError'];
export type SchemaSimpleError = components['schemas']['SimpleError'];
export type SchemaValidationErrorItem = components['schemas']['ValidationErrorItem'];
export type SchemaValidationError = components['schemas']['ValidationError'];
export type SchemaCampaignError = components['schemas']['CampaignError'];
export type ResponseExternalError = components['responses']['ExternalError'];
export type ResponseCampaignError = components['responses']['CampaignError'];
export type ParameterAgentId = components['parameters']['AgentId'];
export type ParameterCallId = components['parameters']['CallId'];
export type ParameterCategoryId = components['parameters']['CategoryId'];
export type ParameterCampaignId = components['parameters']['CampaignId'];
export type PathItemSignedUpload = components['pathItems']['SignedUpload'];
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
                    "application/json": components["schemas"]["AgentListResponse"];
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
                "application/json": components["schemas"]["CreateAgentRequest"];
            };
        };
        responses: {
            /** @description The agent as registered, without `image` and `createdAt`. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedAgentResponse"];
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
                /** @description The agent's member id. */
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
                    "application/json": components["schemas"]["DeletedAgentResponse"];
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
                /** @description The agent's member id. */
                id: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateAgentRequest"];
            };
        };
        responses: {
            /** @description The agent after the update, with `memberId` in place of `id`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdatedAgentResponse"];
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
                "application/json": components["schemas"]["CreateUploadUrlRequest"];
            };
        };
        responses: {
            /** @description The grant. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UploadGrantResponse"];
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
                "application/json": components["schemas"]["CreateCallRequest"];
            };
        };
        responses: {
            /** @description The call is created; ingestion and analysis have been started. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedCallResponse"];
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
                /** @description The id returned by `createCall`. */
                callId: components["parameters"]["CallId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call's status and what is available of its analysis. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnalysisSnapshotResponse"];
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
                    "application/json": components["schemas"]["CategoryListResponse"];
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
                /** @description The category's id. */
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
                    "application/json": components["schemas"]["CategoryDetailResponse"];
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
                /** @description The campaign's identifier. Its data type is not shown (`campaign-id`). */
                campaign_id: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Prospect"];
            };
        };
        responses: {
            /** @description The prospect was taken. The status of success is not shown (`prospect-status`). */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProspectResult"];
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
